import { Budget } from '../../../../core/session/limits/budget.ts';
import type { HeldTexts } from '../held/held-texts.ts';
import { TextTable } from '../held/text-table.ts';
import { importLimits } from '../import/import-limits.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { type SampleEnds, SampleGaps, sampleEnds } from '../import/sample-ends.ts';
import { idNumber, isNameId } from '../import/written-id.ts';
import { CpuNodes } from '../v8/cpu-nodes.ts';
import { CpuSamples, cpuSpans } from '../v8/cpu-samples.ts';
import { appProcess } from './app-process.ts';
import { JoinedStacks } from './joined-stacks.ts';
import { loopTasks } from './loop-tasks.ts';
import { PageProcess } from './page-process.ts';
import { Slices, type StackTime } from './slices.ts';

/** A profile of samples within a trace. */
export interface TraceProfile {
  readonly nodes: CpuNodes;
  readonly samples: CpuSamples;
  /** The profile's own end. */
  endUs: number | undefined;
}

export interface TraceThread {
  /** Ids as texts, '' for none. */
  readonly pid: string;
  readonly tid: string;
  name: string;
  /** Not of a thread, but of an operation across threads. */
  readonly isAsync: boolean;
  readonly slices: Slices;
  /** Sum of all whole slices, callees again. */
  slicesUs: number;
  profile: TraceProfile | undefined;
  /** V8 sampled it; others are samples of the whole trace. */
  isProfiled: boolean;
  events: number;
}

const STEP = 1_024;
/** For a trace with one sample. */
const INTERVAL_US = 10_000;
/** Samples that come rarer are marks with a stack, not a sampler's: none lasts longer. */
const MOST_INTERVAL_US = 20_000;

/** Threads of a trace by process and thread id, as far as the file says. */
export class TraceThreads {
  readonly page = new PageProcess();
  latestUs = Number.NEGATIVE_INFINITY;
  readonly #task: ImportTask;
  readonly #processNames: TextTable<string>;
  readonly #byIds: TextTable<TextTable<TraceThread>>;
  readonly #operations: TextTable<TextTable<TraceThread>>;
  /** Nodes of all profiles, and their callers. */
  readonly #nodes = new Budget(2 * importLimits.stacks, { nowUs: 0 });
  readonly #joined: JoinedStacks;
  #all: TraceThread[] = [];
  #rows = 0;

  constructor(task: ImportTask) {
    this.#task = task;
    this.#joined = new JoinedStacks(task.builder);
    this.#processNames = new TextTable(task.builder.held, importLimits.threads);
    this.#byIds = new TextTable(task.builder.held, importLimits.threads);
    this.#operations = new TextTable(task.builder.held, importLimits.threads);
  }

  get held(): HeldTexts {
    return this.#task.builder.held;
  }

  get report(): ImportReport {
    return this.#task.report;
  }

  thread(pid: string, tid: string): TraceThread {
    return this.#of(this.#byIds, pid, tid, isNameId(tid) ? tid : '', false);
  }

  /** Operations of one name, such as requests. */
  operations(pid: string, name: string): TraceThread {
    return this.#of(this.#operations, pid, name, `async ${name}`, true);
  }

  nameProcess(pid: string, name: string): void {
    const { held } = this.#task.builder;
    this.#processNames.set(pid, held.instead(this.#processNames.get(pid) ?? '', name));
  }

  name(thread: TraceThread, name: string): void {
    thread.name = this.#task.builder.held.instead(thread.name, name);
  }

  /** False where there is no room for another slice. */
  affords(): boolean {
    if (this.#rows++ < importLimits.samples) return true;
    this.#task.report.skipped('slices beyond the bound');
    return false;
  }

  newProfile(): TraceProfile {
    const { builder, report } = this.#task;
    return { nodes: new CpuNodes(builder, report, this.#nodes), samples: new CpuSamples(), endUs: undefined };
  }

  /** Hands all to the builder. */
  async finish(): Promise<void> {
    const { builder, turns } = this.#task;
    this.#adopt();
    const app = appProcess(this.#all, this.page, this.#task, (pid) => this.#nameOf(pid));
    builder.process({ pid: idNumber(app) ?? 0, name: this.#nameOf(app) ?? this.#task.source.name });
    const gaps = this.#sampledGaps();
    let count = 0;
    for (const thread of this.#all) {
      const group = this.#nameOf(thread.pid) ?? `process ${thread.pid}`;
      const isOther = thread.isAsync || thread.pid !== app;
      const label = thread.name || `thread ${thread.tid || 'without an id'}`;
      const handle = builder.thread({ name: label, tid: idNumber(thread.tid) ?? 0, group, ...(isOther ? { isMain: false } : {}) });
      if (!isOther) await this.#tasks(thread, handle);
      for (const { beginUs, endUs, stack } of this.#stacks(thread, gaps)) {
        builder.sample(handle, beginUs, endUs, stack);
        if (++count % STEP === 0) await turns.pause();
      }
      if (thread.profile !== undefined) this.#collections(thread, gaps);
    }
  }

  /** A recording may begin within a task, which then is missing. */
  async #tasks({ slices }: TraceThread, handle: number): Promise<void> {
    const { builder, report, turns } = this.#task;
    builder.mayLackMessages = true;
    let count = 0;
    const isTask = (frame: number): boolean => loopTasks.has(builder.frames.functionOf(frame));
    for (const { beginUs, endUs } of slices.outermost(report, this.latestUs, isTask, () => true)) {
      builder.message(handle, beginUs, endUs);
      if (++count % STEP === 0) await turns.pause();
    }
  }

  /** Samples of Linux' perf have no process id; their threads are those of the same id, as the kernel gives each only once. */
  #adopt(): void {
    const owners = new Map<string, TraceThread | undefined>();
    for (const thread of this.#all) {
      if (thread.pid !== '' && !thread.isAsync) owners.set(thread.tid, owners.has(thread.tid) ? undefined : thread);
    }
    for (const [index, thread] of this.#all.entries()) {
      const owner = thread.pid === '' && !thread.isAsync ? owners.get(thread.tid) : undefined;
      if (owner === undefined || owner.profile !== undefined || thread.slices.length > 0) continue;
      owner.profile = thread.profile;
      this.#all[index] = owner;
    }
    this.#all = [...new Set(this.#all)];
  }

  #nameOf(pid: string): string | undefined {
    return this.#processNames.get(pid) ?? (isNameId(pid) ? pid : undefined);
  }

  /** Of all threads' samples but V8's: one of several threads is sampled too rarely to know its sampler's interval. */
  #sampledGaps(): SampleGaps {
    const gaps = new SampleGaps();
    for (const { profile, isProfiled } of this.#all) if (!isProfiled) profile?.samples.addGaps(gaps);
    return gaps;
  }

  #stacks(thread: TraceThread, gaps: SampleGaps): Iterable<StackTime> {
    const { builder, report } = this.#task;
    const outer = thread.slices.stacks(builder, report, this.latestUs);
    return thread.profile === undefined ? outer : this.#joined.join(outer, this.#samples(thread, thread.profile, gaps));
  }

  #samples({ isProfiled }: TraceThread, { nodes, samples, endUs }: TraceProfile, gaps: SampleGaps): ReturnType<typeof cpuSpans> {
    const { builder, report } = this.#task;
    return cpuSpans(samples, nodes, { builder, report, endUs, ends: isProfiled ? undefined : endsOf(samples, gaps) });
  }

  #collections(thread: TraceThread, gaps: SampleGaps): void {
    if (thread.profile === undefined) return;
    for (const span of this.#samples(thread, thread.profile, gaps)) {
      if (span.isCollection) this.#task.builder.collection(span.beginUs, span.endUs);
    }
  }

  #of(groups: TextTable<TextTable<TraceThread>>, pid: string, id: string, name: string, isAsync: boolean): TraceThread {
    const { held } = this.#task.builder;
    const group = groups.get(pid) ?? new TextTable<TraceThread>(held, importLimits.threads);
    const known = group.get(id);
    if (known !== undefined) {
      known.events++;
      return known;
    }
    const fits = this.#all.length < importLimits.threads;
    const texts = fits ? [pid, isAsync ? '' : id, name].map((text) => held.copyOf(text)) : [];
    const [ownPid = '', ownTid = '', ownName = ''] = texts;
    const facts = { slices: new Slices(), slicesUs: 0, profile: undefined, isProfiled: false, events: 1 };
    const made = { pid: ownPid, tid: ownTid, name: ownName, isAsync, ...facts };
    if (fits && groups.set(pid, group) && group.set(id, made)) this.#all.push(made);
    else this.#task.report.skipped('events of threads beyond the bound');
    return made;
  }
}

/** By the thread's own gaps, or the trace's shorter ones. */
function endsOf(samples: CpuSamples, all: SampleGaps): SampleEnds {
  const own = new SampleGaps();
  samples.addGaps(own);
  const known = [own.usualUs, all.usualUs].filter((usualUs) => usualUs !== undefined);
  return sampleEnds(Math.min(MOST_INTERVAL_US, ...(known.length === 0 ? [INTERVAL_US] : known)));
}
