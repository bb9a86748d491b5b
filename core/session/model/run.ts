import type { Message } from '../../wire/schema.ts';
import { IntervalColumns } from '../columns/interval-columns.ts';
import type { OrderedRows } from '../columns/oldest-rows.ts';
import { CounterColumns, FrameColumns, lifePhase, PhaseColumns } from '../columns/run-columns.ts';
import { TickTimes } from '../columns/tick-times.ts';
import type { SessionBudgets } from '../limits/session-budgets.ts';
import { RunNames } from '../names/run-names.ts';
import { AgentIds } from './agent-ids.ts';
import type { Thread } from './thread.ts';

/** Time without a link to the living process. */
export interface Gap {
  /** Last known session time before it. */
  readonly beginUs: number;
  /** Session time of the new link, -1 before. */
  readonly endUs: number;
  readonly why: string;
}

/** A report of losses. */
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

/** Own cost of the agent in a run. */
export interface Overhead {
  /** Number of reports; the rest is 0 before the first. */
  reports: number;
  /** Session time of the last report. */
  lastUs: number;
  cpuUs: number;
  rounds: number;
  walks: number;
  walkUs: number;
  skipped: number;
  lateRounds: number;
  /** Peak of the send ring. */
  ringBytes: number;
  /** As last reported; see `overhead` of the protocol. */
  nodes: number;
  methods: number;
  /** All bits of `full` so far. */
  full: number;
}

/** An iOS agent silent for longer was suspended with its app (Matrix's guard: a round that took 10 s). */
const SILENCE_US = 10_000_000;
/** The same where systems suspend apps or debuggers hold them: only a busy computer delays an agent there. */
const HELD_SILENCE_US = 500_000;

function isAppleName(name: string | undefined): boolean {
  return name === 'ios' || name === 'ios-simulator' || name === 'simulator';
}

/** Kept tick times before threads are updated. */
const MOST_TICK_TIMES = 1_024;

/** One process, from attach to end. Session microseconds. */
export class Run {
  readonly index: number;
  /** The host's facts on the process; undefined in a bare agent stream. */
  readonly process: Message<'process'> | undefined;
  /** The agent's first message. */
  hello: Message<'hello'> | undefined;
  settings: Message<'settings'> | undefined;
  /** Agent time of session time 0: session time = agent time - originUs. Undefined before the first time. */
  originUs: number | undefined;
  /** Session time of the first hello. */
  beginUs = 0;
  /** Last known session time; everything open was open then. */
  nowUs = 0;
  /** -1 while it lasts. */
  endUs = -1;
  /** Reason by agent or host. */
  endedWhy = '';
  /** Including ended ones. */
  readonly threads: Thread[] = [];
  readonly gcs = new IntervalColumns();
  /** Allocations were reported at some time. */
  hasAllocations = false;
  /** Use of the process. */
  readonly counters = new CounterColumns();
  /** Reported by phones, as are phases. */
  readonly frames = new FrameColumns();
  readonly phases = new PhaseColumns();
  /** The process was stopped: suspended, held by a debugger, or its agent was silent too long. */
  readonly stops = new IntervalColumns();
  readonly gaps: Gap[] = [];
  readonly dropped: DropReport[] = [];
  droppedMessages = 0;
  droppedSamples = 0;
  /** Samples as deep as the agent reads, which may lack outermost frames; and that depth. */
  cutStacks = 0;
  cutAtDepth = 0;
  /** Native libraries by the agent's ids. */
  readonly imageById = new Map<number, Image>();
  /** Names by symbols, for this run. */
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
  /** From the agent's ids to rows; dropped at the run's end. */
  strings = new AgentIds();
  methods = new AgentIds();
  nodes = new AgentIds();
  /** Number of the tables of these ids. */
  tables = 1;

  /** Own rows in the budget. */
  countedRows = 0;
  /** Threads with open items. */
  #open: Thread[] = [];
  readonly #ticks = new TickTimes();
  readonly #budgets: SessionBudgets;

  constructor(index: number, process: Message<'process'> | undefined, budgets: SessionBudgets) {
    this.index = index;
    this.process = process;
    this.#budgets = budgets;
    this.names = new RunNames(budgets);
  }

  /** Budgets of everything in the run. */
  get budgets(): SessionBudgets {
    return this.#budgets;
  }

  /** For the run's threads. */
  get ticks(): TickTimes {
    return this.#ticks;
  }

  /** By arrival. */
  get images(): readonly Image[] {
    return [...this.imageById.values()];
  }

  /** Rows of the process; counters are twice as wide as others. */
  get rows(): number {
    return this.gcs.length + 2 * this.counters.length + this.frames.length;
  }

  /** The same columns. */
  get columns(): readonly OrderedRows[] {
    return [this.gcs, this.counters, this.frames];
  }

  /** Backward times in this run. */
  get clampedTimes(): number {
    return this.threads.reduce((sum, thread) => sum + thread.clampedTimes, this.gcs.clamped);
  }

  /** Requested and actual abilities, with reasons. */
  get capabilities(): Message<'hello'>['capabilities'] {
    return this.hello?.capabilities ?? [];
  }

  addThread(thread: Thread): void {
    this.threads.push(thread);
    this.threadById.set(thread.id, thread);
    this.living.add(thread);
  }

  /** True for iOS and simulators, which have run loops instead of loopers. */
  get isApple(): boolean {
    return isAppleName(this.hello?.os) || isAppleName(this.process?.deviceKind);
  }

  /** Ends a stop at this time; long silence was a stop. */
  seen(atUs: number): void {
    if (atUs <= this.nowUs) return;
    if (this.stops.openRow >= 0) this.stops.end(atUs);
    else if (atUs - this.nowUs > HELD_SILENCE_US && this.#isTooLong(atUs - this.nowUs) && this.#budgets.stops.takes()) {
      this.stops.begin(this.nowUs);
      this.stops.end(atUs);
    }
    this.nowUs = atUs;
  }

  /** Adds a phase; `atUs` may be negative. Returning agents repeat all of them. */
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

  /** Earlier samples belong to another time. Returning agents may repeat the last stop. */
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
    // Only a backward clock leaves several.
    if (this.#ticks.kept <= MOST_TICK_TIMES) return;
    for (const thread of this.#open) thread.takeTicks();
    this.#ticks.forget();
  }

  /** Open items are unknown from here on. */
  cut(): void {
    for (const thread of this.#open) thread.cut();
    this.#open = [];
    this.gcs.cut();
    this.stops.cut();
  }

  /** Cuts open items and starts a gap; false without a link. */
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

  /** Ends the gap. */
  mendLink(atUs: number): void {
    const gap = this.gaps.pop();
    if (gap !== undefined) this.gaps.push({ ...gap, endUs: Math.max(atUs, gap.beginUs) });
  }

  /** The thread has an open item. */
  openThread(thread: Thread): void {
    if (thread.open()) this.#open.push(thread);
  }

  endThread(thread: Thread, atUs: number): void {
    thread.cut();
    thread.endUs = Math.max(atUs, thread.beginUs);
    this.living.delete(thread);
  }

  /** The agent's tables were full and start over: facts continue, ids don't. False beyond the bound. */
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
