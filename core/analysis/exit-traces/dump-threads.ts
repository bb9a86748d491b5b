import { type DumpFrame, dumpFrame, type LockLine, lockLine } from './dump-frames.ts';

/** `"main" prio=5 tid=1 Blocked`; names may have quotes. */
const THREAD = /^"(.{0,1000})" (?:daemon )?(?:prio=\d{1,3} )?(?:tid=(\d{1,9}) (\w{1,60})|\(not attached\))/;
const SYS_TID = /\bsysTid=(\d{1,9})\b/;
const GROUP = /^\| group="([^"]{0,500})"/;
/** Deeper stacks lose their outermost frames. */
const MOST_FRAMES = 4_096;

export interface DumpThread {
  readonly name: string;
  /** Of the kernel; 0 if unknown. */
  readonly tid: number;
  readonly group: string;
  /** Of art/runtime/thread_state.h: `Blocked`; '' if unknown. */
  readonly status: string;
  /** Innermost first. */
  readonly frames: readonly DumpFrame[];
  /** It waits for this. */
  readonly lock: LockLine | undefined;
  /** Index of the lock’s owner; -1: unknown. */
  readonly owner: number;
}

interface Collected {
  readonly name: string;
  /** ART's number. */
  readonly number: number;
  readonly status: string;
  tid: number;
  group: string;
  readonly frames: DumpFrame[];
  lock: LockLine | undefined;
}

/** Lines of one process -> threads. */
export class DumpThreads {
  readonly #threads: Collected[] = [];
  cutFrames = 0;

  add(line: string): void {
    const [isThread, name = '', number = '0', status = ''] = line.startsWith('"') ? (THREAD.exec(line) ?? []) : [];
    if (isThread !== undefined) {
      this.#threads.push({ name, number: Number(number), status, tid: 0, group: '', frames: [], lock: undefined });
      return;
    }
    const open = this.#threads.at(-1);
    const text = line.trim();
    if (open === undefined || text === '') return;
    if (text.startsWith('|')) {
      const [, tid = '0'] = SYS_TID.exec(text) ?? [];
      open.tid ||= Number(tid);
      open.group ||= GROUP.exec(text)?.[1] ?? '';
      return;
    }
    if (open.frames.length < 2) open.lock ??= lockLine(text);
    const frame = dumpFrame(text);
    if (frame === undefined) return;
    if (open.frames.length < MOST_FRAMES) open.frames.push(frame);
    else this.cutFrames++;
  }

  /** @param pid main's kernel id, 0 if unknown. @returns the threads, and main's index or -1 */
  all(pid: number): { readonly threads: readonly DumpThread[]; readonly main: number } {
    const main = this.#threads.findIndex(({ number, tid, name }) => (pid > 0 && tid === pid) || number === 1 || name === 'main');
    const byNumber = new Map<number, number>();
    for (const [at, { number }] of this.#threads.entries()) if (!byNumber.has(number)) byNumber.set(number, at);
    const threads = this.#threads.map(({ number: _, lock: line, ...thread }) => {
      const lock = line !== undefined && isWait(line, thread) ? line : undefined;
      return { ...thread, lock, owner: lock === undefined || lock.owner === 0 ? -1 : (byNumber.get(lock.owner) ?? -1) };
    });
    return { threads, main };
  }
}

/** Sleeping is no wait for an object of others. */
function isWait({ isMonitor }: LockLine, { status, frames }: Pick<Collected, 'status' | 'frames'>): boolean {
  return status !== 'Runnable' && (isMonitor || frames[0]?.class === 'java.lang.Object');
}
