import { importLimits } from '../../import/import-limits.ts';
import type { ImportTask } from '../../import/profile-reader.ts';
import { type ChangedState, StateChanges } from './state-changes.ts';
import { stateOff } from './task-state.ts';

/** Changes of all threads: nine bytes each. */
const MOST_CHANGES = 16_000_000;

/** A thread that the scheduler named. */
export interface SchedThread {
  readonly tid: number;
  /** At most 15 letters, as the kernel keeps it. */
  name: string;
  changes: StateChanges;
  /** Thread that made it, if it is of the same process; 0 if unknown. */
  maker: number;
}

interface Core {
  tid: number;
  atUs: number;
}

/** Linux' scheduler: which thread ran on which core, and what the others did. Cores come in any order, the events of one in order. */
export class SchedThreads {
  readonly threads = new Map<number, SchedThread>();
  latestUs = Number.NEGATIVE_INFINITY;
  events = 0;
  readonly #cores = new Map<number, Core>();
  readonly #task: ImportTask;
  readonly #most: number;
  #changes = 0;
  /** Beyond the bound, only these threads go on. */
  #isKept: ((thread: SchedThread) => boolean) | undefined;
  readonly #mainProcess: () => (thread: SchedThread) => boolean;

  /** @param mainProcess which threads are kept where there are too many changes */
  constructor(task: ImportTask, mainProcess: () => (thread: SchedThread) => boolean, most = MOST_CHANGES) {
    this.#task = task;
    this.#most = most;
    this.#mainProcess = mainProcess;
  }

  thread(tid: number): SchedThread {
    const known = this.threads.get(tid);
    if (known !== undefined) return known;
    const made = { tid, name: '', changes: new StateChanges(), maker: 0 };
    if (this.threads.size < importLimits.threads) this.threads.set(tid, made);
    else this.#task.report.skipped('references to threads beyond the bound');
    return made;
  }

  /** A thread's last name holds. */
  name(tid: number, name: string): void {
    const thread = this.thread(tid);
    thread.name = this.#task.builder.held.instead(thread.name, name);
  }

  /** @param outTid undefined: the thread that ran on the core */
  switched(core: number, atUs: number, outTid: number | undefined, outState: number, inTid: number): void {
    this.events++;
    const before = this.#cores.get(core);
    const out = outTid ?? before?.tid;
    // A switch was lost: that thread's state is known up to the core's last event.
    if (before !== undefined && out !== before.tid) this.#change(before.tid, before.atUs, 'unknown');
    if (out !== undefined) this.#change(out, atUs, stateOff(outState));
    this.#change(inTid, atUs, 'running');
    this.#cores.set(core, { tid: inTid, atUs });
  }

  /** @param isAgain a second report of one waking, as the kernel's `sched_wakeup` after `sched_waking` */
  woken(atUs: number, tid: number, isAgain = false): void {
    this.events++;
    this.#change(tid, atUs, isAgain ? 'wokenAgain' : 'woken');
  }

  /** The kernel says of an uninterruptible wait that just ended whether it was for a disk (`sched_blocked_reason`). */
  blocked(atUs: number, tid: number, isForDisk: boolean): void {
    if (!isForDisk) this.#change(tid, atUs, 'noDisk');
  }

  /** The thread itself caused an event on the core, so that it ran then, whatever the switches say. */
  ran(core: number, atUs: number, tid: number): void {
    const before = this.#cores.get(core);
    // Only a producer that mixes its buffers' order writes earlier ones later.
    if (before !== undefined && atUs < before.atUs) return;
    if (before?.tid !== tid) {
      // The core's switch to it was lost, or came before the trace.
      if (before !== undefined) this.#change(before.tid, before.atUs, 'unknown');
      this.#change(tid, atUs, 'ran');
      this.#cores.set(core, { tid, atUs });
    }
    this.seen(core, atUs);
  }

  /** The core's events up to the next one were lost. */
  lost(core: number): void {
    const before = this.#cores.get(core);
    if (before === undefined) return;
    this.#change(before.tid, before.atUs, 'unknown');
    this.#cores.delete(core);
  }

  /** The core reported something. */
  seen(core: number, atUs: number): void {
    const known = this.#cores.get(core);
    if (known !== undefined) known.atUs = Math.max(known.atUs, atUs);
    this.latestUs = Math.max(this.latestUs, atUs);
  }

  /** Thread 0 is each core's rest. */
  #change(tid: number, atUs: number, state: ChangedState): void {
    this.latestUs = Math.max(this.latestUs, atUs);
    if (tid <= 0) return;
    const thread = this.thread(tid);
    if (this.#changes === this.#most && this.#isKept === undefined) this.#keepMainProcess();
    if (this.#changes === this.#most || this.#isKept?.(thread) === false) {
      this.#task.report.skipped('changes of threads’ states beyond the bound');
      return;
    }
    this.#changes++;
    thread.changes.add(atUs, state);
  }

  #keepMainProcess(): void {
    const isKept = this.#mainProcess();
    this.#isKept = isKept;
    for (const thread of this.threads.values()) {
      if (isKept(thread)) continue;
      this.#changes -= thread.changes.length;
      this.#task.report.skipped('changes of threads’ states beyond the bound', thread.changes.length);
      thread.changes = new StateChanges();
    }
  }
}
