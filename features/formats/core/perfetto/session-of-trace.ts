import { countedNoun } from '../../../../core/text/counted-noun.ts';
import { JoinedStacks } from '../chrome/joined-stacks.ts';
import type { Slices, StackTime } from '../chrome/slices.ts';
import type { CounterFacts, SampleState } from '../import/import-facts.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import type { Dispatch } from './dispatch-name.ts';
import { addDrawnFrames, addSurfaceFrames } from './display-frames.ts';
import type { AtraceRow } from './ftrace/atrace-slices.ts';
import type { SchedThread, SchedThreads } from './ftrace/sched-threads.ts';
import { statedStacks } from './ftrace/stated-stacks.ts';
import { scheduledThreads } from './ftrace/thread-owners.ts';
import { LockWaits } from './lock-waits.ts';
import { type MainProcess, mainProcessOf } from './main-process.ts';
import { isNoted, type OwnFacts } from './own/own-facts.ts';
import { placeFacts } from './own/place-facts.ts';
import type { FrameTimeline } from './tracks/frame-timeline.ts';
import type { TraceThread, TraceTracks } from './tracks/trace-tracks.ts';

const STEP = 1_024;
/** Main's work that the trace does not name. */
const NO_SLICE = '(no slice)';
/** Main's work on a frame. */
const DO_FRAME = 'Choreographer#doFrame';
const NO_THREAD = { isMain: false } as const;

interface FtraceFacts {
  readonly sched: SchedThreads;
  readonly atraceRows: readonly AtraceRow[];
  readonly lockOwners: ReadonlyMap<number, number>;
  readonly frames: FrameTimeline;
  /** Facts of a trace that Laglens wrote. */
  readonly own: OwnFacts;
  /** Values of counters, by time. */
  readonly counted: Map<number, CounterFacts>;
}

/** Hands a trace's threads and tracks to the builder: messages, and stacks of samples below the slices around them. */
export class SessionOfTrace {
  readonly #task: ImportTask;
  readonly #tracks: TraceTracks;
  readonly #sched: SchedThreads;
  readonly #atraceRows: readonly AtraceRow[];
  readonly #frames: FrameTimeline;
  readonly #lockWaits: LockWaits;
  readonly #dispatches: ReadonlyMap<number, Dispatch>;
  readonly #own: OwnFacts;
  readonly #ownStates: ReturnType<OwnFacts['states']>;
  readonly #ownThreads: ReturnType<OwnFacts['ofThreads']>;
  readonly #counted: Map<number, CounterFacts>;
  readonly #handles = new Map<TraceThread, number>();
  readonly #joined: JoinedStacks;
  #count = 0;

  constructor(
    task: ImportTask,
    tracks: TraceTracks,
    dispatches: ReadonlyMap<number, Dispatch>,
    { sched, atraceRows, lockOwners, frames, own, counted }: FtraceFacts,
  ) {
    this.#task = task;
    this.#tracks = tracks;
    this.#sched = sched;
    this.#atraceRows = atraceRows;
    this.#frames = frames;
    this.#own = own;
    this.#ownStates = own.states();
    this.#ownThreads = own.ofThreads();
    this.#counted = counted;
    this.#joined = new JoinedStacks(task.builder);
    this.#lockWaits = new LockWaits(task.builder, lockOwners);
    this.#dispatches = dispatches;
  }

  async build(wallOffsetNs: number | undefined): Promise<void> {
    const { builder, source } = this.#task;
    const scheduled = scheduledThreads(this.#tracks, this.#sched);
    const app = mainProcessOf(this.#tracks, scheduled, this.#frames.counts);
    const { pid } = app;
    if (app.why !== '') {
      const name = this.#tracks.processNames.get(pid);
      this.#task.report.assumed(`The app is process ${name === undefined ? pid : `${name} (${pid})`}, ${app.why}.`);
    }
    for (const thread of this.#tracks.threads.values()) await this.#thread(thread, app, scheduled.get(thread));
    this.#lockWaits.finish();
    placeFacts(this.#own.facts, { builder, tracks: this.#tracks, mainPid: pid, handles: this.#handles, counted: this.#counted });
    for (const [atUs, counts] of this.#counted) builder.counters(atUs, counts);
    this.#displayFrames(pid);
    await this.#ownTracks(pid);
    this.#reportStates(scheduled, pid);
    const wallUs = wallOffsetNs === undefined ? 0 : Math.round(builder.earliestUs + wallOffsetNs / 1_000);
    builder.process({ pid, name: this.#tracks.processNames.get(pid) ?? source.name, ...(wallUs > 0 ? { wallUs } : {}) });
  }

  async #thread(thread: TraceThread, app: MainProcess, scheduled: SchedThread | undefined): Promise<void> {
    const { builder, report } = this.#task;
    const { pid, tid, slices, samples } = thread;
    const isOther = pid !== app.pid;
    const isMain = !isOther && tid === app.mainTid;
    const changes = isOther ? undefined : scheduled?.changes;
    const ownStates = this.#ownStates.get(thread);
    const isStateless = ownStates === undefined && (changes === undefined || changes.length === 0);
    if (thread.rows === 0 && isStateless) return;
    if (isOther && thread.rows === thread.atraceRows) {
      report.skipped('slices of threads in other processes');
      return;
    }
    const handle = builder.thread({
      name: this.#nameOf(thread),
      tid,
      group: this.#groupOf(pid),
      isDaemon: isNoted(this.#ownThreads.get(thread), 'is_daemon'),
      isAgent: isNoted(this.#ownThreads.get(thread), 'is_agent'),
      ...(isOther || (tid === pid && !isMain) ? NO_THREAD : isMain ? { isMain } : {}),
    });
    this.#lockWaits.thread(tid, handle);
    this.#handles.set(thread, handle);
    const stays = (frame: number): boolean => isStateless && this.#dispatches.get(frame)?.target === undefined;
    const isDispatch = (frame: number): boolean => this.#dispatches.has(frame);
    for (const { beginUs, endUs, frame } of slices.outermost(report, this.#tracks.latestUs, isDispatch, stays)) {
      builder.message(handle, beginUs, endUs, this.#dispatches.get(frame));
      await this.#step();
    }
    if (ownStates !== undefined) {
      // The same stacks are in the trace as samples, for other tools.
      for (const { beginUs, endUs, stack, state, cpuUs, leadCpuUs } of ownStates.rows()) {
        builder.sample(handle, beginUs, endUs, stack, state, cpuUs, leadCpuUs);
        await this.#step();
      }
      return;
    }
    const outer = slices.stacks(builder, report, this.#tracks.latestUs);
    const guessed = (): void => report.assumed('A sample lasts until the next one: the trace names no interval.');
    const stacks = this.#joined.join(outer, samples.spans(guessed));
    const states = changes?.times(this.#sched.latestUs) ?? [];
    for (const time of statedStacks(stacks, states, this.#stackless(isMain || (isOther && tid === pid)))) {
      const { beginUs, endUs, stack, state } = time;
      this.#lockWaits.add(handle, time);
      builder.sample(handle, beginUs, endUs, stack, state, state === undefined ? -1 : state === 'running' ? endUs - beginUs : 0);
      await this.#step();
    }
  }

  #displayFrames(mainPid: number): void {
    if (this.#frames.counts.has(mainPid)) {
      addSurfaceFrames(this.#task, this.#frames, mainPid);
      return;
    }
    const main = [...this.#tracks.threads.values()].find(({ pid, tid }) => pid === mainPid && tid === mainPid);
    const drawing = this.#task.builder.frame({ function: DO_FRAME });
    if (main !== undefined && main.atraceRows > 0) addDrawnFrames(this.#task, main.slices.whole(drawing));
  }

  /** The kernel calls a main thread by the end of its process's name. */
  #nameOf({ pid, tid, name }: TraceThread): string {
    const isUnnamed = name === '' || (this.#sched.threads.has(tid) && this.#tracks.processNames.get(pid)?.endsWith(name) === true);
    if (tid === pid && isUnnamed) return 'main';
    return name || `thread ${tid}`;
  }

  /** Main sleeps between messages, which have no slices of their own. */
  #stackless(isMain: boolean): (state: SampleState) => number {
    if (!isMain) return () => 0;
    return (state) => {
      if (state === 'kernel') {
        this.#task.report.assumed('Main’s sleep outside all slices is a rest, not a wait.');
        return 0;
      }
      const { builder } = this.#task;
      return builder.stack(0, builder.frame({ function: NO_SLICE }));
    };
  }

  #reportStates(scheduled: ReadonlyMap<TraceThread, SchedThread>, mainPid: number): void {
    let [main, other] = [0, this.#sched.threads.size - scheduled.size];
    let contradicted = 0;
    for (const [{ pid }, { changes }] of scheduled) {
      if (pid !== mainPid) other++;
      else if (changes.length > 0) {
        main++;
        contradicted += changes.contradicted;
      }
    }
    if (contradicted > 0)
      this.#task.report.assumed(
        `The trace lacks switches of the scheduler: other events contradict ${countedNoun(contradicted, 'states')} of the app’s threads. There, states are unknown.`,
      );
    this.#task.report.read('states of threads by the scheduler', main);
    this.#task.report.skipped('states of threads in other processes', other);
  }

  /** Tracks that belong to no thread, such as requests; equal names share a row. */
  async #ownTracks(mainPid: number): Promise<void> {
    const handles = new Map<string, number>();
    for (const track of this.#tracks.tracks.values()) {
      if (track.slices === undefined) continue;
      const { pid, thread } = this.#tracks.ownerOf(track);
      await this.#ownTrack(handles, { pid, name: track.name || thread?.name || 'track', slices: track.slices });
    }
    for (const row of this.#atraceRows) {
      if (row.pid === mainPid) await this.#ownTrack(handles, row);
      else this.#task.report.skipped('asynchronous slices of other processes', row.slices.length);
    }
    if (handles.size > 0) this.#task.report.read('tracks beside threads', handles.size);
  }

  async #ownTrack(handles: Map<string, number>, { pid, name, slices }: AtraceRow): Promise<void> {
    const { builder } = this.#task;
    const key = `${pid} ${name}`;
    const handle = handles.get(key) ?? builder.thread({ name, group: this.#groupOf(pid), ...NO_THREAD });
    handles.set(key, handle);
    for (const { beginUs, endUs, stack } of this.#stacksOf(slices)) {
      builder.sample(handle, beginUs, endUs, stack);
      await this.#step();
    }
  }

  #stacksOf(slices: Slices): Iterable<StackTime> {
    return slices.stacks(this.#task.builder, this.#task.report, this.#tracks.latestUs);
  }

  #groupOf(pid: number): string {
    return this.#tracks.processNames.get(pid) ?? (pid === 0 ? '' : `process ${pid}`);
  }

  async #step(): Promise<void> {
    if (++this.#count % STEP === 0) await this.#task.turns.pause();
  }
}
