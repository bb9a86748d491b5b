import type { Message } from '../../wire/schema.ts';
import { KeptRows } from '../columns/kept-rows.ts';
import type { Limits } from '../limits/model-limits.ts';
import { type SessionBudgetEnd, type SessionBudgets, sessionBudgetEnds, sessionBudgets } from '../limits/session-budgets.ts';
import { fittedTexts, textLength } from '../limits/text-length.ts';
import type { ImageFile } from '../names/image-table.ts';
import type { Method } from '../names/method-table.ts';
import type { NodeTable } from '../names/node-table.ts';
import { Annotations, type LogLine, type Mark } from './annotations.ts';
import { type ExitTrace, ExitTraces } from './exit-traces.ts';
import { applyNames, type NameFact } from './name-facts.ts';
import type { Run } from './run.ts';
import { applyRunFact, type RunFact } from './run-facts.ts';
import { SessionRuns } from './session-runs.ts';
import { SessionTables } from './session-tables.ts';
import { SessionThreads } from './session-threads.ts';
import { addSystemRecord } from './system-records.ts';
import type { Thread } from './thread.ts';

/**
 * A session as growing columns. The result is independent of when, and in which pieces, messages arrive.
 * Session microseconds: 0 is the first hello. Rows of threads, strings, methods and nodes count over all runs. `limits` bound the memory.
 * Oldest rows of columns are dropped, and `drops` grows: kept row numbers become void. All else beyond a bound, or without its reference,
 * is skipped and counted.
 */
export class SessionModel {
  readonly #runs: SessionRuns;
  readonly #threads: SessionThreads;
  readonly runs: readonly Run[];
  readonly threads: Thread[] = [];
  session: Message<'session'> | undefined;
  /** Row 0 is empty. */
  readonly strings: readonly string[];
  /** Row 0 is unknown. */
  readonly methods: readonly Method[];
  /** Row 0 is the empty stack. */
  readonly nodes: NodeTable;
  /** Files of native code; row 0 is unknown. */
  readonly images: readonly ImageFile[];
  /** Source maps (SMAP) by class (JVM type signature). */
  readonly classDebug: ReadonlyMap<string, string>;
  readonly marks: readonly Mark[];
  /** Newest lines of agents' logs, at most `MOST_LOG_LINES`. */
  readonly logs: readonly LogLine[];
  /** Facts on the session by key (`note` of the protocol). */
  readonly notes: ReadonlyMap<string, string>;
  /** Android’s, of earlier processes, in order of arrival. */
  readonly exitTraces: readonly ExitTrace[];
  /** Grows with every message. */
  version = 0;
  /** Grows with names that change stacks. */
  namesVersion = 0;
  /** Skipped messages: an ended or unknown thread, no run, an end without begin, beyond a bound. */
  ignored = 0;
  readonly #budgets: SessionBudgets;
  readonly #tables: SessionTables;
  readonly #annotations: Annotations;
  readonly #exitTraces = new ExitTraces();
  readonly #kept: KeptRows;

  /** @param changed smaller limits for tests */
  constructor(changed?: Partial<Limits>) {
    this.#runs = new SessionRuns((time) => sessionBudgets(time, changed));
    this.runs = this.#runs.all;
    this.#budgets = this.#runs.budgets;
    this.#tables = new SessionTables(this.#budgets);
    this.#annotations = new Annotations(this.#budgets);
    this.strings = this.#tables.strings.rows;
    this.methods = this.#tables.methods.rows;
    this.nodes = this.#tables.nodes;
    this.images = this.#tables.images.rows;
    this.classDebug = this.#tables.classDebug;
    this.marks = this.#annotations.marks;
    this.logs = this.#annotations.logs;
    this.notes = this.#annotations.notes;
    this.exitTraces = this.#exitTraces.all;
    this.#kept = new KeptRows(this.#budgets, this.threads, this.runs);
    this.#threads = new SessionThreads(this.threads, this.#runs, this.#tables.nodes, this.strings, this.#kept);
  }

  /** Exceeded limits, earliest first. */
  get budgetEnds(): readonly SessionBudgetEnd[] {
    return sessionBudgetEnds(this.#budgets);
  }

  /** Grows as row numbers become void; each column has its `droppedRows`. */
  get drops(): number {
    return this.#kept.drops;
  }

  /** Earlier session time may lack rows; 0 before the first drop. */
  get keptBeginUs(): number {
    return this.#kept.keptBeginUs;
  }

  get rows(): number {
    return this.#budgets.rows.used;
  }

  get nowUs(): number {
    return this.#runs.nowUs;
  }

  get currentRun(): Run | undefined {
    return this.#runs.current;
  }

  get clampedTimes(): number {
    return this.runs.reduce((sum, run) => sum + run.clampedTimes, 0);
  }

  get hasAllocations(): boolean {
    return this.runs.some((run) => run.hasAllocations);
  }

  /** Packs what can be packed: the session is read whole. */
  pack(): void {
    for (const { samples } of this.threads) samples.pack();
  }

  apply(message: Message): void {
    this.version++;
    if (!this.#take(message)) this.ignored++;
  }

  sample(thread: number, atUs: number, node: number, state: number, cpuUs: number | undefined, allocatedBytes: number): void {
    this.version++;
    if (!this.#threads.sample(thread, atUs, node, state, cpuUs, allocatedBytes)) this.ignored++;
  }

  #take(message: Message): boolean {
    switch (message.type) {
      case 'sample':
        return this.#threads.sampled(message);
      case 'run':
      case 'messageBegin':
      case 'waitBegin':
      case 'messageEnd':
      case 'waitOwner':
      case 'waitEnd':
      case 'threadEnd':
        return this.#threads.fact(message);
      case 'lifecycle':
        return this.#lifecycle(message);
      case 'ready':
        return this.#threads.ready(message);
      case 'messageUse':
        return this.#threads.messageUse(message);
      case 'blockingCall':
      case 'openCall':
        return this.#threads.blockingCall(message);
      case 'tick':
      case 'gcBegin':
      case 'gcEnd':
      case 'counters':
      case 'frame':
      case 'screen':
      case 'syncBarrier':
      case 'overhead':
        return this.#runFact(message);
      case 'dropped':
      case 'bye':
        return this.#runFact(fittedTexts(message, this.#budgets.letters));
      case 'thread':
        return this.#threads.announce(message);
      case 'string':
      case 'method':
      case 'node':
      case 'nativeNode':
      case 'classDebug':
      case 'image':
        return this.#runs.lasting !== undefined && this.#tables.announce(this.#runs.lasting, message);
      case 'hello':
        return this.#runs.hello(message);
      case 'settings':
        if (this.#runs.lasting === undefined) return false;
        this.#runs.lasting.settings = message;
        if (message.allocations === 1) this.#runs.lasting.hasAllocations = true;
        return true;
      case 'log':
        this.#annotations.log(message, this.currentRun?.index ?? 0);
        return true;
      case 'session':
        this.session ??= message;
        return true;
      case 'process':
        return this.#runs.process(message);
      case 'processEnd':
        return this.#processEnd(message);
      case 'systemRecord':
        return addSystemRecord(this.#runs, message);
      case 'exitTrace':
        return this.#exitTraces.add(this.#runs, message);
      case 'gap':
        return this.currentRun?.breakLink(fittedTexts(message, this.#budgets.letters).why) ?? false;
      case 'mark':
        return this.#affords(message) && this.#mark(message);
      case 'note':
        return this.#affords(message) && this.#annotations.note(message);
      case 'symbols':
      case 'classNames':
      case 'frameNames':
      case 'addressNames':
      case 'outlineNames':
        return this.#affords(message) && this.#names(message);
      // Nearly all clocks only set the decoder's bases: each chunk begins with one.
      case 'clock':
        return message.tables === undefined || (this.#runs.lasting?.startOver(message.tables) ?? true);
      case 'refused':
      case 'challenge':
      case 'hostHello':
      case 'hostProof':
      case 'configure':
      case 'flush':
      case 'detach':
        return true;
    }
  }

  #runFact(message: RunFact): boolean {
    const run = this.#runs.lasting;
    if (run === undefined) return false;
    const isTaken = applyRunFact(run, this.#runs.seenUs(run, message.atUs), message);
    this.#kept.countRun(run);
    return isTaken;
  }

  /** Phases may precede session time 0: the process is older than its agent. */
  #lifecycle(message: Message<'lifecycle'>): boolean {
    const run = this.#runs.lasting;
    if (run === undefined) return false;
    this.#runs.seenUs(run, message.atUs);
    return run.addPhase(message.atUs - (run.originUs ?? 0), message.phase);
  }

  #processEnd(message: Message<'processEnd'>): boolean {
    const run = this.#runs.current;
    if (run === undefined) return false;
    run.end(this.#runs.atUs(run, message.atUs), fittedTexts(message, this.#budgets.letters).why);
    return true;
  }

  #mark({ name, atUs }: Message<'mark'>): boolean {
    const run = this.#runs.current;
    return this.#annotations.mark(name, run === undefined ? 0 : this.#runs.atUs(run, atUs), run?.index ?? 0);
  }

  /** Any run can be named, even an ended one. */
  #names(message: NameFact): boolean {
    const run = this.runs[message.run];
    if (run === undefined) return false;
    this.namesVersion++;
    return applyNames(run, this.#tables, message);
  }

  /** The node shown for a sample's, by the run's symbols. */
  shownNode(run: number, node: number): number {
    return this.runs[run]?.names.shownNode(this.#tables.nodes, node) ?? node;
  }

  #affords(message: Message): boolean {
    return this.#budgets.letters.takes(textLength(message));
  }
}
