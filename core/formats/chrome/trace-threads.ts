import { importLimits } from '../import/import-limits.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { CpuNodes } from '../v8/cpu-nodes.ts';
import { CpuSamples, cpuSpans } from '../v8/cpu-samples.ts';
import { joinedStacks } from './joined-stacks.ts';
import { Slices, type StackTime } from './slices.ts';

/** A V8 profile within a trace. */
export interface TraceProfile {
  readonly nodes: CpuNodes;
  readonly samples: CpuSamples;
}

interface TraceThread {
  readonly pid: number;
  readonly tid: number;
  name: string;
  /** Not of a thread, but of an operation across threads. */
  readonly isAsync: boolean;
  readonly slices: Slices;
  profile: TraceProfile | undefined;
  events: number;
}

const STEP = 1_024;

/** Threads of a trace by process and thread id, as far as the file says. */
export class TraceThreads {
  readonly processNames = new Map<number, string>();
  latestUs = Number.NEGATIVE_INFINITY;
  readonly #task: ImportTask;
  readonly #byKey = new Map<string, TraceThread>();
  #rows = 0;

  constructor(task: ImportTask) {
    this.#task = task;
  }

  thread(pid: number, tid: number): TraceThread {
    return this.#of(`${pid} ${tid}`, pid, tid, '', false);
  }

  /** Operations of one name, such as requests. */
  operations(pid: number, name: string): TraceThread {
    return this.#of(`${pid} async ${name}`, pid, 0, `async ${name}`, true);
  }

  /** False where there is no room for another slice. */
  affords(): boolean {
    if (this.#rows++ < importLimits.samples) return true;
    this.#task.report.skipped('slices beyond the bound');
    return false;
  }

  newProfile(): TraceProfile {
    const { builder, report } = this.#task;
    return { nodes: new CpuNodes(builder, report, importLimits.stacks), samples: new CpuSamples() };
  }

  /** Hands all to the builder. */
  async finish(): Promise<void> {
    const { builder, turns } = this.#task;
    const main = this.#mainProcess();
    const name = this.processNames.get(main);
    builder.process({ pid: main, name: name ?? this.#task.source.name });
    let count = 0;
    for (const thread of this.#byKey.values()) {
      const group = this.processNames.get(thread.pid) ?? `process ${thread.pid}`;
      const isOther = thread.isAsync || thread.pid !== main;
      const label = thread.name || `thread ${thread.tid}`;
      const handle = builder.thread({ name: label, tid: thread.tid, group, ...(isOther ? { isMain: false } : {}) });
      for (const { beginUs, endUs, stack } of this.#stacks(thread)) {
        builder.sample(handle, beginUs, endUs, stack);
        if (++count % STEP === 0) await turns.pause();
      }
      if (thread.profile !== undefined) this.#collections(thread.profile);
    }
  }

  #stacks({ slices, profile }: TraceThread): Iterable<StackTime> {
    const { builder, report } = this.#task;
    const outer = slices.stacks(builder, report, this.latestUs);
    return profile === undefined ? outer : joinedStacks(outer, this.#samples(profile), builder);
  }

  #samples({ nodes, samples }: TraceProfile): Iterable<StackTime> {
    const { builder, report } = this.#task;
    return cpuSpans(samples, nodes, { builder, report, endUs: this.latestUs });
  }

  #collections(profile: TraceProfile): void {
    for (const span of this.#samples(profile)) {
      if ('isCollection' in span && span.isCollection === true) this.#task.builder.collection(span.beginUs, span.endUs);
    }
  }

  /** With most events. */
  #mainProcess(): number {
    const events = new Map<number, number>();
    for (const { pid, events: count } of this.#byKey.values()) events.set(pid, (events.get(pid) ?? 0) + count);
    let main = { pid: 0, count: -1 };
    for (const [pid, count] of events) if (count > main.count) main = { pid, count };
    return main.pid;
  }

  #of(key: string, pid: number, tid: number, name: string, isAsync: boolean): TraceThread {
    const known = this.#byKey.get(key);
    if (known !== undefined) {
      known.events++;
      return known;
    }
    const made: TraceThread = { pid, tid, name, isAsync, slices: new Slices(), profile: undefined, events: 1 };
    if (this.#byKey.size < importLimits.threads) this.#byKey.set(key, made);
    else this.#task.report.skipped('events of threads beyond the bound');
    return made;
  }
}
