import { causeOf } from '../../core/analysis/causes/rules.ts';
import { AppMethods } from '../../core/analysis/frames/app-methods.ts';
import type { FrameRef } from '../../core/analysis/frames/frame.ts';
import { LagDetector } from '../../core/analysis/lags/detect/lag-detector.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { causeParts, causeText } from '../../core/analysis/report/cause-text.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { TruthLag } from '../../tests/demo-app/truth-lags.ts';
import { compare, type FoundLag, type Verdict } from './match.ts';

/** The shop's own classes, without the code that triggers it. */
const isAppClass = (name: string): boolean => name.startsWith('com.example.shop.');

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

/** A lag with its cause, for comparison with the truth. */
function foundLag(model: SessionModel, lag: Lag, app: AppMethods): FoundLag {
  const { kind, beginUs, endUs, busyUs, blockedUs, readyUs, culprit } = lag;
  const cause = causeOf(model, lag, app);
  return {
    kind,
    startMs: beginUs / 1000,
    durationMs: (endUs - beginUs) / 1000,
    busyMs: busyUs / 1000,
    blockedMs: blockedUs / 1000,
    readyMs: readyUs / 1000,
    culprit: culprit ? { class: culprit.class, method: culprit.method, file: culprit.sourceFile, line: culprit.line } : null,
    cause: {
      rule: cause.rule,
      text: causeText(cause),
      threads: causeParts(cause.sentences).flatMap((part) => (typeof part !== 'string' && part.kind === 'thread' ? [part.name] : [])),
    },
  };
}

/** Compares a session's lags with the app's own log. @param kinds that should be in it @throws Error without a run */
export function verdictOf(model: SessionModel, lags: readonly Lag[], truth: readonly TruthLag[], kinds: readonly string[] = []): Verdict {
  const [run] = model.runs;
  if (run?.originUs === undefined) throw new Error('The session has no run of the app.');
  // Both clocks are CLOCK_MONOTONIC of this computer; the session's begins at the agent's first message.
  const originUs = run.originUs;
  const relative = truth.map((lag) => ({ ...lag, startMs: (lag.startUs - originUs) / 1000 }));
  const app = new AppMethods(model, isAppClass);
  const window = { startMs: run.beginUs / 1000, durationMs: (run.nowUs - run.beginUs) / 1000 };
  return compare(
    relative,
    lags.map((lag) => foundLag(model, lag, app)),
    window,
    thresholdMs,
    kinds,
  );
}
