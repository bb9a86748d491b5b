import { joinedStacks } from '../chrome/joined-stacks.ts';
import type { Slices, StackTime } from '../chrome/slices.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import type { Dispatch } from './dispatch-name.ts';
import type { TraceThread, TraceTracks } from './trace-tracks.ts';

const STEP = 1_024;
/** Groups of threads that are tracks. */
const NO_THREAD = { isMain: false } as const;

/** Hands a trace's threads and tracks to the builder: messages, and stacks of samples below the slices around them. */
export class SessionOfTrace {
  readonly #task: ImportTask;
  readonly #tracks: TraceTracks;
  readonly #dispatches: ReadonlyMap<number, Dispatch>;
  #count = 0;

  constructor(task: ImportTask, tracks: TraceTracks, dispatches: ReadonlyMap<number, Dispatch>) {
    this.#task = task;
    this.#tracks = tracks;
    this.#dispatches = dispatches;
  }

  async build(wallOffsetNs: number | undefined): Promise<void> {
    const { builder, source } = this.#task;
    const pid = this.#mainProcess();
    for (const thread of this.#tracks.threads.values()) await this.#thread(thread, pid);
    await this.#ownTracks();
    const wallUs = wallOffsetNs === undefined ? 0 : Math.round(builder.earliestUs + wallOffsetNs / 1_000);
    builder.process({ pid, name: this.#tracks.processNames.get(pid) ?? source.name, ...(wallUs > 0 ? { wallUs } : {}) });
  }

  async #thread(thread: TraceThread, mainPid: number): Promise<void> {
    if (thread.rows === 0) return;
    const { builder, report } = this.#task;
    const { pid, tid, slices, samples } = thread;
    const isOther = pid !== mainPid;
    const handle = builder.thread({
      name: thread.name || (tid === pid ? 'main' : `thread ${tid}`),
      tid,
      group: this.#groupOf(pid),
      ...(isOther ? NO_THREAD : tid === pid ? { isMain: true } : {}),
    });
    const isDispatch = (frame: number): boolean => this.#dispatches.has(frame);
    for (const { beginUs, endUs, frame } of slices.outermost(report, this.#tracks.latestUs, isDispatch)) {
      builder.message(handle, beginUs, endUs, this.#dispatches.get(frame));
      await this.#step();
    }
    const outer = slices.stacks(builder, report, this.#tracks.latestUs);
    const guessed = (): void => report.assumed('A sample lasts until the next one: the trace names no interval.');
    for (const { beginUs, endUs, stack } of joinedStacks(outer, samples.spans(guessed), builder)) {
      builder.sample(handle, beginUs, endUs, stack);
      await this.#step();
    }
  }

  /** Tracks that belong to no thread, such as requests; equal names share a row. */
  async #ownTracks(): Promise<void> {
    const { builder, report } = this.#task;
    const handles = new Map<string, number>();
    for (const track of this.#tracks.tracks.values()) {
      if (track.slices === undefined) continue;
      const { pid, thread } = this.#tracks.ownerOf(track);
      const name = track.name || thread?.name || 'track';
      const key = `${pid} ${name}`;
      const handle = handles.get(key) ?? builder.thread({ name, group: this.#groupOf(pid), ...NO_THREAD });
      handles.set(key, handle);
      for (const { beginUs, endUs, stack } of this.#stacksOf(track.slices)) {
        builder.sample(handle, beginUs, endUs, stack);
        await this.#step();
      }
    }
    if (handles.size > 0) report.read('tracks beside threads', handles.size);
  }

  #stacksOf(slices: Slices): Iterable<StackTime> {
    return slices.stacks(this.#task.builder, this.#task.report, this.#tracks.latestUs);
  }

  #groupOf(pid: number): string {
    return this.#tracks.processNames.get(pid) ?? (pid === 0 ? '' : `process ${pid}`);
  }

  /** With most slices and samples. */
  #mainProcess(): number {
    const rows = new Map<number, number>();
    for (const thread of this.#tracks.threads.values()) rows.set(thread.pid, (rows.get(thread.pid) ?? 0) + thread.rows);
    let main = { pid: 0, count: -1 };
    for (const [pid, count] of rows) if (count > main.count) main = { pid, count };
    return main.pid;
  }

  async #step(): Promise<void> {
    if (++this.#count % STEP === 0) await this.#task.turns.pause();
  }
}
