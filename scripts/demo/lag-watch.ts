import type { FrameRef } from '../../core/analysis/frames/frame.ts';
import { LagDetector } from '../../core/analysis/lags/detect/lag-detector.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import type { SessionModel } from '../../core/session/model/model.ts';

/** The shop's own classes, without the code that triggers it. */
export const isAppClass = (name: string): boolean => name.startsWith('com.example.shop.');

/** Lags shorter than this don't count. */
export const thresholdMs = 100;

/** A detector as the extension's. */
export function detectorOf(model: SessionModel): LagDetector {
  return new LagDetector(model, { thresholdUs: thresholdMs * 1000, isAppClass });
}

/** Updates that a finished lag waits for its name, as a debug file is read first. */
const MOST_WAITS = 20;

/** Prints each lag as it crosses the threshold, and when it is over and has its name. */
export class LagWatch {
  readonly #detector: LagDetector;
  readonly #say: (line: string) => void;
  readonly #open = new Set<string>();
  readonly #over = new Set<string>();
  readonly #waits = new Map<string, number>();

  constructor(model: SessionModel, say: (line: string) => void) {
    this.#detector = detectorOf(model);
    this.#say = say;
  }

  /** Call it when the model has grown. */
  update(): void {
    this.#detector.update();
    for (const lag of this.#detector.lags) {
      if (this.#over.has(lag.id)) continue;
      if (lag.open && this.#open.has(lag.id)) continue;
      if (!lag.open && this.#waitsForName(lag)) continue;
      if (!lag.open) this.#over.add(lag.id);
      this.#open.add(lag.id);
      this.#say(lineOf(lag));
    }
  }

  #waitsForName({ id, culprit }: Lag): boolean {
    const waits = this.#waits.get(id) ?? 0;
    this.#waits.set(id, waits + 1);
    return culprit !== undefined && isNameless(culprit) && waits < MOST_WAITS;
  }
}

function lineOf(lag: Lag): string {
  const at = (lag.beginUs / 1e6)
    .toFixed(1)
    .replace(/^-0\.0$/, '0.0')
    .padStart(7);
  const length = lag.open ? 'lasts ...' : `${Math.round((lag.endUs - lag.beginUs) / 1000)} ms`;
  return `${at} s  ${lag.kind.padEnd(11)} ${length.padStart(9)}  ${lag.culprit && !(lag.open && isNameless(lag.culprit)) ? placeOf(lag.culprit) : ''}`.trimEnd();
}

/** A native function known only by address. */
function isNameless({ class: name, sourceFile, method }: FrameRef): boolean {
  return name === '' && sourceFile === '' && /0x[0-9a-f]+$/.test(method);
}

function placeOf({ class: name, method, sourceFile, line }: FrameRef): string {
  // A native function has no class, and no file before its name.
  const owner = name === '' ? '' : `${name.slice(name.lastIndexOf('.') + 1)}.`;
  return `${owner}${method}${sourceFile === '' ? '' : ` (${sourceFile}:${line})`}`;
}
