import type { ExitTrace } from '../../session/model/exit-traces.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
import { DumpSections } from './dump-sections.ts';
import type { DumpThread } from './dump-threads.ts';

export interface AnrTrace {
  readonly trace: ExitTrace;
  /** Of the ended process; undefined if the session has none. */
  readonly run: Run | undefined;
  /** Main, then each thread that the one before it waited for. Empty without main. */
  readonly chain: readonly DumpThread[];
  /** The last of the chain waits for one before it. */
  readonly isDeadlock: boolean;
  /** Lines of stacks in no known form. */
  readonly unread: number;
}

/** Android notes an end some moments after it. */
const LATE_US = 10_000_000;
/** The wall clock may have been set meanwhile. */
const EARLY_US = 2_000_000;
const MOST_LINE_LETTERS = 4_096;
const LONGEST_CHAIN = 16;

type Dump = Pick<AnrTrace, 'chain' | 'isDeadlock' | 'unread'>;

/** A trace never changes. */
const dumps = new WeakMap<ExitTrace, Dump>();

/** Oldest first. */
export function anrTraces(model: SessionModel): readonly AnrTrace[] {
  return model.exitTraces
    .map((trace) => ({ trace, run: runOf(model, trace), ...dumpOf(trace) }))
    .toSorted((one, other) => one.trace.atUs - other.trace.atUs);
}

function runOf({ runs }: SessionModel, { pid, atUs, readBy }: ExitTrace): Run | undefined {
  const isOf = ({ index, hello, process, beginUs, endUs }: Run): boolean =>
    index <= readBy && (process?.pid || hello?.pid) === pid && beginUs - EARLY_US <= atUs && (endUs < 0 || atUs <= endUs + LATE_US);
  return runs.findLast(isOf);
}

function dumpOf(trace: ExitTrace): Dump {
  const known = dumps.get(trace);
  if (known !== undefined) return known;
  const dump = new DumpSections();
  for (const line of shortLines(trace.text)) dump.add(line);
  const { threads, main } = dump.threads.all(trace.pid);
  const read = { ...chainFrom(threads, main), unread: dump.threads.unread };
  dumps.set(trace, read);
  return read;
}

function* shortLines(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? text.length : Math.min(end, at + MOST_LINE_LETTERS));
    yield line;
    if (end < 0) return;
    at = end + 1;
  }
}

function chainFrom(threads: readonly DumpThread[], main: number): Omit<Dump, 'unread'> {
  const chain: DumpThread[] = [];
  for (let thread = threads[main]; thread !== undefined && chain.length < LONGEST_CHAIN; thread = threads[thread.owner]) {
    if (chain.includes(thread)) return { chain, isDeadlock: true };
    chain.push(thread);
  }
  return { chain, isDeadlock: false };
}
