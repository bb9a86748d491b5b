import { roomPath } from '../../tests/house/project-sources.ts';
import { isWithin } from './choose-files.ts';

/**
 * `waits`: for programs, clocks and pages; processors have room beside it. `measures`: time, so that at most one waiting file may run beside
 * it. All others compute, and take what processors are left.
 */
export type Kind = 'computes' | 'waits' | 'measures';

const measuring: readonly string[] = [
  'bench',
  'tests/agent/ios/connection.test.ts',
  'tests/agent/ios/facts.test.ts',
  'tests/agent/ios/quiet.test.ts',
  'tests/agent/loopers/backoff.test.ts',
  'tests/demo-app/demo.test.ts',
  'tests/demo-app/iphone/judged-shop.test.ts',
  'tests/demo-app/truth-lags.test.ts',
  'tests/e2e/sessions/killed-editor.test.ts',
  'tests/host/killed-recorder.test.ts',
];

/** Those with the longest files first, as a long one at the end would run alone. */
const waiting: readonly string[] = [
  'tests/e2e',
  'tests/agent',
  'tests/host',
  'tests/demo-app',
  'tests/runtimes',
  'tests/simulated',
  'host/devices',
  'host/capture',
  'cli/iphone.test.ts',
  'cli/run-laglens.test.ts',
  'cli/simulator.test.ts',
];

/** A feature's files are of the rooms that they are for. */
export function kindOf(file: string): Kind {
  if (measuring.some((path) => isWithin(roomPath(file), path))) return 'measures';
  return placeOf(file) === -1 ? 'computes' : 'waits';
}

function placeOf(file: string): number {
  return waiting.findIndex((path) => isWithin(roomPath(file), path));
}

/** Share of all processors' time that nobody or only computing files use, from which on one more waiting file may begin. */
const SPARE = 0.3;
const BESIDE_MEASURING = 2;

/**
 * Chooses which file runs next. There are always as many as processors, and one of them computes. More waiting files begin while processors
 * are spare, so that on a busy computer no more run than processors.
 */
export class Lanes {
  readonly #processors: number;
  readonly #most: number;
  readonly #left: Record<Kind, string[]> = { computes: [], waits: [], measures: [] };
  readonly #running = new Map<string, Kind>();

  constructor(files: readonly string[], processors: number) {
    this.#processors = Math.max(2, processors);
    this.#most = 2 * this.#processors;
    for (const file of files) this.#left[kindOf(file)].push(file);
    this.#left.waits.sort((a, b) => placeOf(a) - placeOf(b));
  }

  /** @param spare share of all processors' time */
  next(spare: number): string | undefined {
    const kind = this.#nextKind(spare);
    if (kind === undefined) return undefined;
    const file = this.#left[kind].shift();
    if (file !== undefined) this.#running.set(file, kind);
    return file;
  }

  ended(file: string): void {
    this.#running.delete(file);
  }

  /** So many may run at once. */
  get most(): number {
    return this.#processors + this.#most;
  }

  get running(): readonly string[] {
    return [...this.#running.keys()];
  }

  #runs(kind: Kind): number {
    return [...this.#running.values()].filter((each) => each === kind).length;
  }

  #nextKind(spare: number): Kind | undefined {
    const computing = this.#runs('computes');
    const waiting = this.#running.size - computing;
    const hasLane = this.#running.size < this.#processors;
    const { computes, waits, measures } = this.#left;
    if (computes.length > 0 && hasLane && (computing === 0 || waits.length + measures.length === 0)) return 'computes';
    const most = this.#runs('measures') > 0 || measures.length > 0 ? BESIDE_MEASURING : this.#most;
    const mayWait = waiting < most && (hasLane || waiting === 0 || spare >= SPARE);
    if (!mayWait) return undefined;
    if (measures.length > 0) return 'measures';
    return waits.length > 0 ? 'waits' : undefined;
  }
}
