import { deviceKindFacts } from '../../wire/schema/device-kinds.ts';
import type { Message } from '../../wire/schema.ts';
import { IntervalColumns } from '../columns/interval-columns.ts';
import type { OrderedRows } from '../columns/oldest-rows.ts';
import { CounterColumns, FrameColumns, type PhaseColumns } from '../columns/run-columns.ts';
import { ScreenColumns } from '../columns/screen-columns.ts';
import { TickTimes } from '../columns/tick-times.ts';
import type { SessionBudgets } from '../limits/session-budgets.ts';
import { RunNames } from '../names/run-names.ts';
import { AgentIds } from './agent-ids.ts';
import { isAppleSystem } from './apple-systems.ts';
import { type Gap, LinkGaps } from './link-gaps.ts';
import { Overhead } from './overhead.ts';
import { OwnUse } from './own-use.ts';
import { HELD_SILENCE_US, ProcessLife } from './process-life.ts';
import type { Thread } from './thread.ts';

interface DropReport {
  readonly atUs: number;
  readonly messages: number;
  readonly samples: number;
  readonly why: string;
}

interface Image extends Omit<Message<'image'>, 'type'> {
  /** Row of `model.images`. */
  readonly row: number;
}

/** In place of a device's kind in sessions made of other tools' profiles. */
export const IMPORTED = 'import';

/** Ability of a source that shows a language's frames, such as “frames of JavaScript”. */
export function framesAbility(language: string): string {
  return `frames of ${language}`;
}
/** Tick times kept before all threads take them over. */
const MOST_TICK_TIMES = 1_024;

/** Android's record of an ANR, of the process' end or of the device's power. `atUs` is session time. */
export type SystemRecord = Omit<Message<'systemRecord'>, 'type' | 'run'>;

/** One process of the app, from attach to its end. Session microseconds. */
export class Run {
  readonly index: number;
  /** The host's facts about the process; undefined in a bare agent stream. */
  readonly process: Message<'process'> | undefined;
  #hello: Message<'hello'> | undefined;
  #isApple = false;
  settings: Message<'settings'> | undefined;
  /** Agent time of session time 0. Undefined before any time. */
  originUs: number | undefined;
  /** Session time of the first hello. */
  beginUs = 0;
  /** Session time of the last thing known; everything open was open then. */
  nowUs = 0;
  /** -1 while the run lasts. */
  endUs = -1;
  /** Words of the agent or the host. */
  endedWhy = '';
  /** All threads, ended ones included. */
  readonly threads: Thread[] = [];
  readonly gcs = new IntervalColumns();
  /** True once allocations of threads were reported. */
  hasAllocations = false;
  readonly counters = new CounterColumns();
  /** Sent by phones only, as phases are. */
  readonly frames = new FrameColumns();
  readonly phases: PhaseColumns;
  /** Activities, on iOS view controllers. */
  readonly screens = new ScreenColumns();
  /** Fragments of the activity in front. */
  readonly fragments = new ScreenColumns();
  /** Main's synchronous messages waited at a barrier for 10 s and more. */
  readonly syncBarriers = new IntervalColumns();
  /** The process did not run: suspended, held by a debugger, or its agent silent for too long. */
  readonly stops: IntervalColumns;
  readonly dropped: DropReport[] = [];
  /** Android only. */
  readonly systemRecords: SystemRecord[] = [];
  droppedMessages = 0;
  droppedSamples = 0;
  /** Samples as deep as the agent read, which may lack outermost frames; and the last such depth. */
  cutStacks = 0;
  cutAtDepth = 0;
  /** Native libraries by the agent's ids. */
  readonly imageById = new Map<number, Image>();
  readonly names: RunNames;
  readonly overhead = new Overhead();
  readonly own = new OwnUse();
  readonly threadById = new Map<number, Thread>();
  readonly living = new Set<Thread>();
  /** From the agent's ids to the session's rows; dropped when the run ends. */
  strings = new AgentIds();
  methods = new AgentIds();
  nodes = new AgentIds();
  /** Number of the agent's tables that these ids belong to. */
  tables = 1;

  countedRows = 0;
  #open: Thread[] = [];
  readonly #life: ProcessLife;
  readonly #links = new LinkGaps();
  /** For its threads. */
  readonly ticks = new TickTimes();
  readonly budgets: SessionBudgets;

  constructor(index: number, process: Message<'process'> | undefined, budgets: SessionBudgets) {
    this.index = index;
    this.process = process;
    this.#isApple = this.#hasAppleName();
    this.budgets = budgets;
    this.names = new RunNames(budgets);
    this.#life = new ProcessLife(budgets, () => {
      for (const thread of this.#open) thread.standStill();
    });
    this.phases = this.#life.phases;
    this.stops = this.#life.stops;
  }

  get gaps(): readonly Gap[] {
    return this.#links.all;
  }

  get isBroken(): boolean {
    return this.#links.isOpen;
  }

  /** In order of arrival. */
  get images(): readonly Image[] {
    return [...this.imageById.values()];
  }

  /** Counters count double, being twice as wide. */
  get rows(): number {
    return (
      this.gcs.length +
      2 * this.counters.length +
      this.frames.length +
      this.screens.length +
      this.fragments.length +
      this.syncBarriers.length
    );
  }

  get columns(): readonly OrderedRows[] {
    return [this.gcs, this.counters, this.frames, this.screens, this.fragments, this.syncBarriers];
  }

  /** The agent's threads by its own counts, and its code on main by samples; in microseconds of CPU time. */
  get overheadUs(): number {
    return this.overhead.cpuUs + this.own.samples * (this.settings?.intervalUs ?? this.hello?.intervalUs ?? 0);
  }

  get clampedTimes(): number {
    return this.threads.reduce((sum, thread) => sum + thread.clampedTimes, this.gcs.clamped);
  }

  /** The agent's capabilities, requested or not, with reasons. */
  get capabilities(): Message<'hello'>['capabilities'] {
    return this.hello?.capabilities ?? [];
  }

  get hello(): Message<'hello'> | undefined {
    return this.#hello;
  }

  set hello(message: Message<'hello'> | undefined) {
    this.#hello = message;
    this.#isApple = this.#hasAppleName();
  }

  /** Apps of Apple's systems have run loops instead of loopers. Kept, as the analysis asks at every row. */
  get isApple(): boolean {
    return this.#isApple;
  }

  #hasAppleName(): boolean {
    const kind = this.process?.deviceKind;
    return isAppleSystem(this.#hello?.os) || isAppleSystem(kind) || deviceKindFacts(kind)?.isApple === true;
  }

  /** A profile of another tool. */
  get isImported(): boolean {
    return this.process?.deviceKind === IMPORTED;
  }

  addThread(thread: Thread): void {
    this.threads.push(thread);
    this.threadById.set(thread.id, thread);
    this.living.add(thread);
  }

  /** A stop ends here, and a long silence of an agent was a stop. A broken link proves nothing, and other tools sample parts of a time. */
  seen(atUs: number): void {
    if (atUs <= this.nowUs) return;
    if (this.stops.openRow >= 0) this.stops.end(atUs);
    else if (atUs - this.nowUs > HELD_SILENCE_US && this.isApple && !this.isImported && !this.isBroken && this.threads.length > 0) {
      this.#life.addSilence(this.nowUs, atUs);
    }
    this.nowUs = atUs;
  }

  /** @param atUs may be before session time 0 */
  addPhase(atUs: number, phase: number): boolean {
    return this.#life.addPhase(atUs, phase);
  }

  tick(atUs: number): void {
    this.ticks.add(atUs);
    this.gcs.extend(atUs);
    this.syncBarriers.extend(atUs);
    // Only a clock that goes backwards leaves several.
    if (this.ticks.kept <= MOST_TICK_TIMES) return;
    for (const thread of this.#open) thread.takeTicks();
    this.ticks.forget();
  }

  cut(): void {
    for (const thread of this.#open) thread.cut();
    this.#open = [];
    this.gcs.cut();
    this.syncBarriers.cut();
    this.stops.cut();
  }

  /** False when there was no link. */
  breakLink(why: string): boolean {
    if (this.isBroken || this.endUs >= 0) return false;
    this.cut();
    if (this.budgets.gaps.takes()) this.#links.open(this.nowUs, why);
    return true;
  }

  mendLink(atUs: number): void {
    this.#links.close(atUs);
  }

  openThread(thread: Thread): void {
    if (thread.open()) this.#open.push(thread);
  }

  endThread(thread: Thread, atUs: number): void {
    thread.cut();
    thread.endUs = Math.max(atUs, thread.beginUs);
    this.living.delete(thread);
  }

  /** Facts stay, ids become void. False beyond the limit. */
  startOver(tables: number): boolean {
    if (tables === this.tables) return true;
    if (!this.budgets.tables.takes()) return false;
    this.tables = tables;
    this.#forgetIds();
    return true;
  }

  #forgetIds(): void {
    this.strings = new AgentIds();
    this.methods = new AgentIds();
    this.nodes = new AgentIds();
    this.own.forgetIds();
  }

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
}
