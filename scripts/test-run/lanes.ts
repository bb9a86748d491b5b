import { roomPath } from '../../tests/house/project-sources.ts';
import { isWithin } from './choose-files.ts';
import type { Shares } from './processors.ts';

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
  'tests/agent/loopers/busy-device.test.ts',
  'tests/demo-app/demo.test.ts',
  'tests/demo-app/iphone/judged-shop.test.ts',
  'tests/demo-app/start-demo-app.test.ts',
  'tests/demo-app/truth-lags.test.ts',
  'tests/e2e/sessions/killed-editor.test.ts',
  'tests/host/killed-recorder.test.ts',
];

/** Those with the longest files first. */
const waiting: readonly string[] = [
  'tests/e2e',
  'tests/agent',
  'tests/host',
  'tests/demo-app',
  'tests/runtimes',
  'tests/simulated',
  'tests/windows',
  'tests/sample-app', // features/verify
  'tests/workflows',
  'host/devices',
  'features/agent-tools/tests/mcp', // features/agent-tools
  'host/capture',
  'cli/iphone.test.ts',
  'tests/phones', // features/verify
  'tests/command-line',
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

/** Each is an editor with a browser; with four at once their pages raced. */
const windows = 'tests/e2e';
const MOST_WINDOWS = 3;

/** Share of all processors' time that nobody or only computing files use, from which on one more waiting file may begin. */
const SPARE = 0.25;
/** Share that nobody uses at all, from which on one more computing file may begin. */
const IDLE = 0.25;
const BESIDE_MEASURING = 2;
const BUSY: Shares = { spare: 0, idle: 0 };

/**
 * Chooses which file runs next. There are always as many as processors, and one of them computes. More waiting files begin while processors
 * are spare, and more computing ones while they are idle, so that on a busy computer no more run than processors.
 */
export class Lanes {
  readonly #processors: number;
  readonly #most: number;
  readonly #left: Record<Kind, string[]> = { computes: [], waits: [], measures: [] };
  readonly #running = new Map<string, Kind>();

  /** @param times milliseconds of files in the last run: the longest begin first, as a long one at the end would run alone; unknown ones before */
  constructor(files: readonly string[], processors: number, times: ReadonlyMap<string, number> = new Map()) {
    this.#processors = Math.max(2, processors);
    this.#most = 2 * this.#processors;
    const timeOf = (file: string): number => times.get(file) ?? Number.MAX_SAFE_INTEGER;
    for (const file of files) this.#left[kindOf(file)].push(file);
    for (const left of Object.values(this.#left)) left.sort((a, b) => timeOf(b) - timeOf(a) || placeOf(a) - placeOf(b));
  }

  /** @param shares of the moment: those of a busy computer, unless they are known */
  next(shares: Shares = BUSY): string | undefined {
    const kind = this.#nextKind(shares);
    if (kind === undefined) return undefined;
    const [file] = this.#left[kind].splice(kind === 'waits' ? this.#nextWaiting() : 0, 1);
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

  /** -1 while only windows are left, and enough are open. */
  #nextWaiting(): number {
    const isFull = this.running.filter(isWindow).length >= MOST_WINDOWS;
    return this.#left.waits.findIndex((file) => !isFull || !isWindow(file));
  }

  #nextKind({ spare, idle }: Shares): Kind | undefined {
    const computing = this.#runs('computes');
    const waiting = this.#running.size - computing;
    const hasLane = this.#running.size < this.#processors;
    const { computes, waits, measures } = this.#left;
    if (computes.length > 0 && hasLane && (computing === 0 || waits.length + measures.length === 0)) return 'computes';
    const isMeasured = this.#runs('measures') > 0;
    const most = isMeasured || measures.length > 0 ? BESIDE_MEASURING : this.#most;
    if (waiting < most && (hasLane || waiting === 0 || spare >= SPARE)) {
      if (measures.length > 0) return 'measures';
      if (this.#nextWaiting() !== -1) return 'waits';
    }
    return computes.length > 0 && computing < this.#processors && !isMeasured && idle >= IDLE ? 'computes' : undefined;
  }
}

function isWindow(file: string): boolean {
  return isWithin(roomPath(file), windows);
}
