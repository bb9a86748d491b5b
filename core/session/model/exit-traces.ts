import type { Message } from '../../wire/schema.ts';
import type { SessionRuns } from './session-runs.ts';

/** Most letters, as agents cut them. */
const MOST_LETTERS = 256 * 1024;
/** Values of the message's `rest`. */
const rests = { follow: 1, lastOfCut: 2 } as const;

/** Android's trace of an earlier process of the app, as a later one read it. */
export interface ExitTrace {
  /** Index of the run that read it. */
  readonly readBy: number;
  readonly pid: number;
  /** ApplicationExitInfo.REASON_… */
  readonly reason: number;
  /** The device's wall clock at the end. */
  readonly wallUs: number;
  /** Session time of the end, less than 0 before the session. */
  readonly atUs: number;
  readonly text: string;
  /** The text goes on in the device. */
  readonly isCut: boolean;
}

/** Traces in order of arrival, each once. Pieces without those before them are skipped. */
export class ExitTraces {
  readonly all: ExitTrace[] = [];
  /** Whole ones, by process and time: each host gets them again. */
  readonly #known = new Set<string>();
  #open: ExitTrace | undefined;

  /** False beyond a bound, and for a piece that follows none. */
  add(runs: SessionRuns, message: Message<'exitTrace'>): boolean {
    const run = runs.lasting;
    if (run?.hello === undefined) return false;
    runs.seenUs(run, message.atUs);
    const { pid, reason, wallUs, from, rest, text } = message;
    const key = `${pid} ${wallUs}`;
    if (this.#known.has(key)) return true;
    const before = from === 0 ? '' : this.#before(key, from);
    const { letters, systemRecords } = runs.budgets;
    if (before === undefined || from + text.length > MOST_LETTERS || !letters.takes(text.length)) return false;
    const atUs = run.hello.monoUs - (run.originUs ?? 0) + wallUs - run.hello.wallUs;
    const trace = { readBy: run.index, pid, reason, wallUs, atUs, text: before + text, isCut: rest === rests.lastOfCut };
    this.#open = trace;
    if (rest === rests.follow) return true;
    this.#open = undefined;
    if (!systemRecords.takes()) return false;
    this.#known.add(key);
    this.all.push(trace);
    return true;
  }

  #before(key: string, from: number): string | undefined {
    const { pid, wallUs, text } = this.#open ?? {};
    return text?.length === from && `${pid} ${wallUs}` === key ? text : undefined;
  }
}
