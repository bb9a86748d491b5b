import type { Use } from '../import/each-line.ts';
import { importLimits } from '../import/import-limits.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { AtraceSlices } from '../perfetto/ftrace/atrace-slices.ts';
import { FtraceLosses } from '../perfetto/ftrace/ftrace-losses.ts';
import { ownedFrame } from '../perfetto/ftrace/lock-contention.ts';
import { type SchedThread, SchedThreads } from '../perfetto/ftrace/sched-threads.ts';
import { scheduledThreads } from '../perfetto/ftrace/thread-owners.ts';
import { mainProcessOf } from '../perfetto/main-process.ts';
import { nameProcesses } from '../perfetto/process-names.ts';
import { SessionOfTrace } from '../perfetto/session-of-trace.ts';
import { TrackEvents } from '../perfetto/track-events.ts';
import { FrameTimeline } from '../perfetto/tracks/frame-timeline.ts';
import { PacketKinds } from '../perfetto/tracks/packet-kinds.ts';
import { TraceClocks } from '../perfetto/tracks/trace-clocks.ts';
import { TraceTracks } from '../perfetto/tracks/trace-tracks.ts';
import { type FtraceLine, ftraceLine, taskName } from './ftrace-line.ts';
import { switchArgs, taskArgs } from './switch-args.ts';

/** Linux has at most 8,192. */
const MOST_CORES = 8_192;
/** CLONE_THREAD of include/uapi/linux/sched.h: a thread of the same process. */
const CLONE_THREAD = 0x10000;
/** Events that the thread itself causes. */
const byThreads: ReadonlySet<string> = new Set(['tracing_mark_write', 'print', '0', 'task_newtask', 'task_rename']);
/** `##### CPU 2 buffer started ####`, `CPU:2 [LOST 123 EVENTS]`. */
const LOST = /^CPU:\s{0,4}(\d{1,5}) \[LOST (?:(\d{1,12}) )?EVENTS\]/;
/** Wall time of a line, in milliseconds (atrace). */
const WALL = 'trace_event_clock_sync: realtime_ts=';
const CLOCK_SYNC = 'trace_event_clock_sync:';

/** Lines of ftrace's text -> threads' states and sections. */
export class FtraceText {
  /** That were read. */
  events = 0;
  readonly #task: ImportTask;
  readonly #tracks: TraceTracks;
  readonly #names: TrackEvents;
  readonly #sched: SchedThreads;
  readonly #atrace: AtraceSlices;
  readonly #frames: FrameTimeline;
  /** Thread ids by the frame of a slice that waits for a lock. */
  readonly #lockOwners = new Map<number, number>();
  readonly #losses: FtraceLosses;
  #wallOffsetNs: number | undefined;
  /** Columns of the list of processes. */
  #list: 'threads' | 'processes' | undefined;

  constructor(task: ImportTask) {
    this.#task = task;
    this.#tracks = new TraceTracks(task);
    this.#names = new TrackEvents(task, this.#tracks, new TraceClocks(), new PacketKinds());
    this.#frames = new FrameTimeline(task.report);
    this.#losses = new FtraceLosses(task.report);
    this.#sched = new SchedThreads(task, () => this.#ofMainProcess());
    this.#atrace = new AtraceSlices(task, this.#tracks, (name) => ownedFrame(this.#names.sectionFrame(name), name, this.#lockOwners));
  }

  line(text: string): Use {
    const line = ftraceLine(text);
    if (line === undefined) return this.#otherLine(text);
    if (line.core >= MOST_CORES) return 'lines of cores that cannot be';
    // Interrupts, too, cause wakings, also in the middle of a switch.
    if (byThreads.has(line.event)) this.#sched.ran(line.core, line.atUs, line.tid);
    else this.#sched.seen(line.core, line.atUs);
    if (line.tid > 0) this.#name(line);
    return this.#event(line);
  }

  /** One of `ps -t` or `ps -A -o USER,PID,TID,CMD`, by systrace. */
  processLine(text: string): Use {
    const words = text.trim().split(/\s+/, 64);
    if (words[0] === 'USER') {
      this.#list = words[2] === 'TID' ? 'threads' : words[2] === 'PPID' ? 'processes' : undefined;
      return this.#list === undefined ? 'lines of a list of processes in an unknown form' : true;
    }
    const [pid, second] = [Number(words[1]), Number(words[2])];
    const name = this.#list === 'threads' ? words.slice(3).join(' ') : words.at(-1);
    if (this.#list === undefined || !isId(pid) || !isId(second) || name === undefined || name === '')
      return 'lines of processes of no known form';
    // A process's first thread has its name; the kernel's letters of others are in the trace.
    if (this.#list === 'processes' || pid === second) this.#tracks.nameProcess(pid, name);
    if (this.#list === 'threads') this.#tracks.nameThread(pid, second, pid === second ? '' : name);
    return true;
  }

  async finish(): Promise<void> {
    const { report } = this.#task;
    report.read('events of ftrace', this.events);
    this.#losses.finish();
    this.#atrace.finish();
    if (this.#tracks.threads.size === 0)
      report.assumed('The text names no thread groups, so its threads belong to no process: record with atrace, which prints them.');
    nameProcesses(this.#tracks, this.#sched);
    const facts = { sched: this.#sched, atraceRows: [...this.#atrace.rows.values()], lockOwners: this.#lockOwners, frames: this.#frames };
    const own = { own: this.#names.facts, counted: this.#names.counted };
    await new SessionOfTrace(this.#task, this.#tracks, this.#names.dispatches, { ...facts, ...own }).build(this.#wallOffsetNs);
  }

  #otherLine(text: string): Use {
    const lost = LOST.exec(text.slice(0, 100));
    if (lost === null)
      return text.startsWith('##### CPU') || text.startsWith('cpus=') || text.startsWith('TRACE:') ? true : 'lines of no known form';
    const [, core, count] = lost;
    if (Number(core) >= MOST_CORES) return 'lines of cores that cannot be';
    this.#sched.lost(Number(core));
    this.#losses.lostOn(Number(core));
    this.#task.report.skipped('events that the phone’s trace buffer lost', Number(count ?? 1));
    return true;
  }

  #name({ tid, pid, task }: FtraceLine): void {
    if (pid > 0) this.#tracks.thread(pid, tid);
    if (task !== '' && task !== '<unknown>') this.#sched.name(tid, task);
  }

  #event({ event, args, core, atUs, tid }: FtraceLine): Use {
    switch (event) {
      case 'sched_switch': {
        const switched = switchArgs(args);
        if (switched === undefined) return 'lines of a switch in an unknown form';
        this.#sched.switched(core, atUs, switched.outTid, switched.outState, switched.inTid);
        this.#named(switched.outTid, switched.outName);
        this.#named(switched.inTid, switched.inName);
        break;
      }
      case 'sched_waking':
      case 'sched_wakeup':
      case 'sched_wakeup_new': {
        const woken = taskArgs(args);
        if (woken === undefined) return 'lines of a waking in an unknown form';
        this.#sched.woken(atUs, woken.tid, event === 'sched_wakeup');
        this.#named(woken.tid, woken.name);
        break;
      }
      case 'sched_blocked_reason': {
        const blocked = taskArgs(args);
        if (blocked === undefined) return 'lines of a wait’s reason in an unknown form';
        this.#sched.blocked(atUs, blocked.tid, !` ${args} `.includes(' iowait=0 '));
        break;
      }
      case 'task_newtask':
      case 'task_rename': {
        const made = taskArgs(args);
        if (made === undefined) return 'lines of a new thread in an unknown form';
        this.#named(made.tid, made.name);
        if (event === 'task_newtask') this.#made(made.tid, tid, made.cloneFlags);
        break;
      }
      case 'tracing_mark_write':
      case 'print':
      case '0':
        return this.#printed(tid, atUs, args);
      default:
        return 'events of ftrace of other kinds';
    }
    this.events++;
    return true;
  }

  #printed(tid: number, atUs: number, args: string): Use {
    this.events++;
    if (args.startsWith(WALL)) {
      const wallMs = Number(args.slice(WALL.length, WALL.length + 20));
      if (wallMs > 0) this.#wallOffsetNs ??= (wallMs * 1_000 - atUs) * 1_000;
    }
    if (args.startsWith(CLOCK_SYNC)) return true;
    this.#atrace.add(tid, atUs, args.slice(0, importLimits.letters));
    return true;
  }

  #made(tid: number, maker: number, cloneFlags: number): void {
    if (tid <= 0) return;
    if (Math.floor(cloneFlags / CLONE_THREAD) % 2 === 1) this.#sched.thread(tid).maker = maker;
    else this.#tracks.thread(tid, tid);
  }

  #named(tid: number, name: string): void {
    if (tid > 0 && taskName(name) !== '') this.#sched.name(tid, name);
  }

  /** As far as the trace was read. */
  #ofMainProcess(): (thread: SchedThread) => boolean {
    nameProcesses(this.#tracks, this.#sched);
    const scheduled = scheduledThreads(this.#tracks, this.#sched);
    const main = mainProcessOf(this.#tracks, scheduled, this.#frames.counts).pid;
    const kept = new Set([...scheduled].filter(([{ pid }]) => pid === main).map(([, thread]) => thread));
    return (thread) => kept.has(thread);
  }
}

function isId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}
