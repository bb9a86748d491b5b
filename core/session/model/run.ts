import type { Message } from '../../wire/schema.ts';
import { IntervalColumns } from '../columns/interval-columns.ts';
import type { OrderedRows } from '../columns/oldest-rows.ts';
import { CounterColumns, FrameColumns, lifePhase, PhaseColumns } from '../columns/run-columns.ts';
import { TickTimes } from '../columns/tick-times.ts';
import type { SessionBudgets } from '../limits/session-budgets.ts';
import { RunNames } from '../names/run-names.ts';
import { AgentIds } from './agent-ids.ts';
import type { Thread } from './thread.ts';

/** A stretch without link to the process, which went on meanwhile. */
export interface Gap {
  /** Session time of the last thing known before it. */
  readonly beginUs: number;
  /** Session time at which the link was back, -1 while it is not. */
  readonly endUs: number;
  readonly why: string;
}

/** A report of what was lost. */
export interface DropReport {
  /** Session time. */
  readonly atUs: number;
  readonly messages: number;
  readonly samples: number;
  readonly why: string;
}

/** A native library in the process. */
export interface Image extends Omit<Message<'image'>, 'type'> {
  /** Row of `model.images`. */
  readonly row: number;
}

/** What the agent itself cost in a run: sums of its reports. */
export interface Overhead {
  /** Reports so far; all else is 0 before the first. */
  reports: number;
  /** Session time of the last report. */
  lastUs: number;
  cpuUs: number;
  rounds: number;
  walks: number;
  walkUs: number;
  skipped: number;
  lateRounds: number;
  /** Highest fill of the send ring so far. */
  ringBytes: number;
  /** As last reported; see `overhead` of the protocol. */
  nodes: number;
  methods: number;
  /** All bits of `full` that were ever reported. */
  full: number;
}

/** An agent of iOS that was silent for longer was suspended with its app (Matrix's guard: a round of its own that took 10 s). */
const SILENCE_US = 10_000_000;
/** The same where the system suspends apps, or a debugger may hold them: only a busy computer makes an agent late there. */
const HELD_SILENCE_US = 500_000;

function isAppleName(name: string | undefined): boolean {
  return name === 'ios' || name === 'ios-simulator' || name === 'simulator';
}

/** Tick times that are kept before all threads are brought up to them. */
const MOST_TICK_TIMES = 1_024;

/** One process of the app, from attach to its end. Times are session microseconds. */
export class Run {
  readonly index: number;
  /** What the host knows about the process; undefined in a bare agent stream. */
  readonly process: Message<'process'> | undefined;
  /** The agent's first words; undefined until they came. */
  hello: Message<'hello'> | undefined;
  settings: Message<'settings'> | undefined;
  /** Agent time that is session time 0: session time = agent time - originUs. Undefined until the first time came. */
  originUs: number | undefined;
  /** Session time of the first hello. */
  beginUs = 0;
  /** Session time of the last thing known; everything open was open then. */
  nowUs = 0;
  /** When the run ended, -1 while it lasts. */
  endUs = -1;
  /** Why it ended, as the agent or the host said. */
  endedWhy = '';
  /** All threads, also those that ended. */
  readonly threads: Thread[] = [];
  readonly gcs = new IntervalColumns();
  /** What threads allocate was told, at some time at least. */
  hasAllocations = false;
  /** What the process used. */
  readonly counters = new CounterColumns();
  /** Told by phones, as are the phases. */
  readonly frames = new FrameColumns();
  readonly phases = new PhaseColumns();
  /** When nothing of the process ran: the system suspended it, a debugger held it, or its agent was silent for too long. */
  readonly stops = new IntervalColumns();
  readonly gaps: Gap[] = [];
  readonly dropped: DropReport[] = [];
  droppedMessages = 0;
  droppedSamples = 0;
  /** Samples whose stacks were as deep as the agent read then, so that outermost frames may be missing; and how deep that was last. */
  cutStacks = 0;
  cutAtDepth = 0;
  /** Native libraries by the agent's ids. */
  readonly imageById = new Map<number, Image>();
  /** What symbols say of this run's classes and images. */
  readonly names: RunNames;
  readonly overhead: Overhead = {
    reports: 0,
    lastUs: 0,
    cpuUs: 0,
    rounds: 0,
    walks: 0,
    walkUs: 0,
    skipped: 0,
    lateRounds: 0,
    ringBytes: 0,
    nodes: 0,
    methods: 0,
    full: 0,
  };
  readonly threadById = new Map<number, Thread>();
  readonly living = new Set<Thread>();
  /** From the agent's ids to the session's rows; forgotten when the run ends. */
  strings = new AgentIds();
  methods = new AgentIds();
  nodes = new AgentIds();
  /** Which of its agent's tables these ids belong to. */
  tables = 1;

  /** Rows of its own columns that the model has counted. */
  countedRows = 0;
  /** Threads of which something may be open. */
  #open: Thread[] = [];
  readonly #ticks = new TickTimes();
  readonly #budgets: SessionBudgets;

  constructor(index: number, process: Message<'process'> | undefined, budgets: SessionBudgets) {
    this.index = index;
    this.process = process;
    this.#budgets = budgets;
    this.names = new RunNames(budgets);
  }

  /** What all that belongs to the run is counted by. */
  get budgets(): SessionBudgets {
    return this.#budgets;
  }

  /** Times of its ticks, for its threads. */
  get ticks(): TickTimes {
    return this.#ticks;
  }

  /** Native libraries, in the order in which they came. */
  get images(): readonly Image[] {
    return [...this.imageById.values()];
  }

  /** Rows of columns that are not a thread's; those of counters are twice as wide as others. */
  get rows(): number {
    return this.gcs.length + 2 * this.counters.length + this.frames.length;
  }

  /** The same columns. */
  get columns(): readonly OrderedRows[] {
    return [this.gcs, this.counters, this.frames];
  }

  /** Times that went backwards in this run and were moved. */
  get clampedTimes(): number {
    return this.threads.reduce((sum, thread) => sum + thread.clampedTimes, this.gcs.clamped);
  }

  /** What the agent was asked for, what it can do, and why not. */
  get capabilities(): Message<'hello'>['capabilities'] {
    return this.hello?.capabilities ?? [];
  }

  addThread(thread: Thread): void {
    this.threads.push(thread);
    this.threadById.set(thread.id, thread);
    this.living.add(thread);
  }

  /** True for an app of iOS or of its simulator: its run loops speak instead of loopers. */
  get isApple(): boolean {
    return isAppleName(this.hello?.os) || isAppleName(this.process?.deviceKind);
  }

  /** Something was seen at this time: a process that stood still does not any more, and one that was silent for long stood still. */
  seen(atUs: number): void {
    if (atUs <= this.nowUs) return;
    if (this.stops.openRow >= 0) this.stops.end(atUs);
    else if (atUs - this.nowUs > HELD_SILENCE_US && this.#isTooLong(atUs - this.nowUs) && this.#budgets.stops.takes()) {
      this.stops.begin(this.nowUs);
      this.stops.end(atUs);
    }
    this.nowUs = atUs;
  }

  /** A phase of the app's life began; `atUs` may be before session time 0. An agent that comes back tells of all of them. */
  addPhase(atUs: number, phase: number): boolean {
    if (this.phases.isKnown(phase)) return true;
    if (!this.#budgets.phases.takes()) return false;
    if (!this.phases.add(atUs, phase)) {
      this.#budgets.phases.gives(1);
      return false;
    }
    if (phase === lifePhase.stopped) this.#stop(Math.max(0, atUs));
    if (phase === lifePhase.goesOn && this.stops.openRow >= 0) this.stops.end(Math.max(0, atUs));
    return true;
  }

  /** What was seen before belongs to another time. An agent that comes back may tell of the last stop again. */
  #stop(atUs: number): void {
    for (const thread of this.#open) thread.standStill();
    if (atUs >= this.stops.lastUs && this.#budgets.stops.takes()) this.stops.begin(atUs);
  }

  /** Agents tick every 50 ms. A broken link says nothing about the process. */
  #isTooLong(silentUs: number): boolean {
    if (!this.isApple || this.isBroken || this.threads.length === 0) return false;
    const mayBeHeld = this.phases.firstUs(lifePhase.debugger) !== undefined || this.phases.isBackgroundAt(this.nowUs);
    return mayBeHeld || silentUs > SILENCE_US;
  }

  tick(atUs: number): void {
    this.#ticks.add(atUs);
    this.gcs.extend(atUs);
    // Only a clock that goes backwards leaves several.
    if (this.#ticks.kept <= MOST_TICK_TIMES) return;
    for (const thread of this.#open) thread.takeTicks();
    this.#ticks.forget();
  }

  /** Nothing more is known about anything that is open. */
  cut(): void {
    for (const thread of this.#open) thread.cut();
    this.#open = [];
    this.gcs.cut();
    this.stops.cut();
  }

  /** The link broke: what was open is cut, and a gap begins. False when there was no link. */
  breakLink(why: string): boolean {
    if (this.isBroken || this.endUs >= 0) return false;
    this.cut();
    if (this.#budgets.gaps.takes()) this.gaps.push({ beginUs: this.nowUs, endUs: -1, why });
    return true;
  }

  /** True while a gap is open. */
  get isBroken(): boolean {
    return this.gaps.at(-1)?.endUs === -1;
  }

  /** The link is back. */
  mendLink(atUs: number): void {
    const gap = this.gaps.pop();
    if (gap !== undefined) this.gaps.push({ ...gap, endUs: Math.max(atUs, gap.beginUs) });
  }

  /** Something of the thread begins. */
  openThread(thread: Thread): void {
    if (thread.open()) this.#open.push(thread);
  }

  endThread(thread: Thread, atUs: number): void {
    thread.cut();
    thread.endUs = Math.max(atUs, thread.beginUs);
    this.living.delete(thread);
  }

  /** The agent's tables were full and began again: what was told goes on, its ids don't. False beyond the limit. */
  startOver(tables: number): boolean {
    if (tables === this.tables) return true;
    if (!this.#budgets.tables.takes()) return false;
    this.tables = tables;
    this.#forgetIds();
    return true;
  }

  #forgetIds(): void {
    this.strings = new AgentIds();
    this.methods = new AgentIds();
    this.nodes = new AgentIds();
  }

  /** The process is gone. */
  end(atUs: number, why: string): void {
    if (this.endUs >= 0) return;
    this.cut();
    for (const thread of this.living) thread.endUs = Math.max(atUs, thread.beginUs);
    this.living.clear();
    this.endUs = atUs;
    this.endedWhy = why;
    this.threadById.clear();
    this.#forgetIds();
  }

  addOverhead(atUs: number, report: Message<'overhead'>): void {
    const sum = this.overhead;
    sum.reports++;
    sum.lastUs = atUs;
    for (const key of ['cpuUs', 'rounds', 'walks', 'walkUs', 'skipped', 'lateRounds'] as const) sum[key] += report[key];
    sum.ringBytes = Math.max(sum.ringBytes, report.ringBytes);
    for (const key of ['nodes', 'methods'] as const) sum[key] = report[key];
    sum.full |= report.full;
  }
}
