import { MAX_STACK_DEPTH, type Message } from '../wire/schema.ts';
import type { ImageFile } from './image-table.ts';
import type { Limits } from './limits.ts';
import { applyNames, type NameFact } from './name-facts.ts';
import type { Method } from './names.ts';
import type { NodeTable } from './node-table.ts';
import { dropRowsUpTo, timeOfShare } from './oldest-rows.ts';
import { type LogLine, type Mark, Remarks } from './remarks.ts';
import type { Run } from './run.ts';
import { applyRunFact, type RunFact } from './run-facts.ts';
import { type SessionBudgetEnd, type SessionBudgets, sessionBudgetEnds, sessionBudgets } from './session-budgets.ts';
import { SessionRuns } from './session-runs.ts';
import { SessionTables } from './tables.ts';
import { fittedTexts, textLength } from './text-length.ts';
import { Thread } from './thread.ts';
import { applyThreadFact, type ThreadFact } from './thread-facts.ts';

/** Part of all rows that goes when there are too many: each time costs a move of the others. More, where too few are old enough. */
const DROPPED_SHARES = [1 / 8, 1 / 2, 1];
/** Part of their limit by which rows grow before others go again: where no column has old ones, trying each time would take for ever. */
const GROWN_SHARE = 1 / 32;
/** Tables never take so much memory that fewer rows than this share of their limit are left. */
const LEAST_SHARE = 1 / 8;
/** Columns of a whole process go back further than those of threads: what is judged from them takes minutes. */
const RUN_COLUMNS_US = 300_000_000;

/**
 * Everything a session tells, as columns that grow. Fed with the messages of a stream, live or from a file, it ends up the
 * same: nothing here depends on when or in which pieces they came.
 *
 * Times are session microseconds: 0 is the first hello. Rows of threads, strings, methods and nodes count over all runs. What
 * a stream makes the model hold is bounded by `limits`. The oldest rows of columns go, and `drops` grows: whoever keeps numbers of rows
 * begins again then. Of all else what does not fit, or refers to what never was, is skipped and counted.
 */
export class SessionModel {
  readonly #runs: SessionRuns;
  readonly runs: readonly Run[];
  readonly threads: Thread[] = [];
  /** First record of a session file. */
  session: Message<'session'> | undefined;
  /** Grows with every message. */
  version = 0;
  /** Grows when names come by which stacks are shown differently. */
  namesVersion = 0;
  /** Messages that were skipped: of an ended or unknown thread, of no run, an end without begin, beyond a limit. */
  ignored = 0;
  /** How often old rows went; the rows of all columns begin at 0 again then. */
  drops = 0;
  /** Session time up to which rows may be missing, 0 while none are. */
  keptFromUs = 0;
  /** With fewer rows none go. */
  #nextDropRows = 0;
  readonly #budgets: SessionBudgets;
  readonly #tables: SessionTables;
  readonly #remarks: Remarks;

  /** @param changed limits that tests make smaller */
  constructor(changed?: Partial<Limits>) {
    this.#runs = new SessionRuns((time) => sessionBudgets(time, changed));
    this.runs = this.#runs.all;
    this.#budgets = this.#runs.budgets;
    this.#tables = new SessionTables(this.#budgets);
    this.#remarks = new Remarks(this.#budgets);
  }

  /** The limits that were reached, the earliest first. */
  get budgetEnds(): readonly SessionBudgetEnd[] {
    return sessionBudgetEnds(this.#budgets);
  }

  /** Rows of all columns that are kept. */
  get rows(): number {
    return this.#budgets.rows.used;
  }

  /** Session time of the last thing known. */
  get nowUs(): number {
    return this.#runs.nowUs;
  }

  /** Texts; row 0 is empty. */
  get strings(): readonly string[] {
    return this.#tables.strings.rows;
  }

  /** Methods; row 0 is unknown. */
  get methods(): readonly Method[] {
    return this.#tables.methods.rows;
  }

  /** Stack nodes; row 0 is the empty stack. */
  get nodes(): NodeTable {
    return this.#tables.nodes;
  }

  /** Files of native code; row 0 is unknown. */
  get images(): readonly ImageFile[] {
    return this.#tables.images.rows;
  }

  /** Source maps (SMAP) by class, as a JVM type signature. */
  get classDebug(): ReadonlyMap<string, string> {
    return this.#tables.classDebug;
  }

  /** Moments that people named. */
  get marks(): readonly Mark[] {
    return this.#remarks.marks;
  }

  /** Newest lines of the agents' logs, at most `MOST_LOG_LINES`. */
  get logs(): readonly LogLine[] {
    return this.#remarks.logs;
  }

  /** Facts about the session by key (`note` of the protocol). */
  get notes(): ReadonlyMap<string, string> {
    return this.#remarks.notes;
  }

  /** The run that agents' messages belong to now. */
  get currentRun(): Run | undefined {
    return this.#runs.current;
  }

  /** Times that went backwards and were moved to the last known one. */
  get clampedTimes(): number {
    return this.runs.reduce((sum, run) => sum + run.clampedTimes, 0);
  }

  /** True when what threads allocate was told, of some run at least. */
  get hasAllocations(): boolean {
    return this.runs.some((run) => run.hasAllocations);
  }

  /** Takes the next message of the stream. */
  apply(message: Message): void {
    this.version++;
    if (!this.#take(message)) this.ignored++;
  }

  /** Takes a `sample` message, field by field. */
  sample(thread: number, atUs: number, node: number, state: number, cpuUs: number | undefined, allocatedBytes: number): void {
    this.version++;
    if (!this.#sample(thread, atUs, node, state, cpuUs, allocatedBytes)) this.ignored++;
  }

  /** False when the message says nothing that could be used. */
  #take(message: Message): boolean {
    switch (message.type) {
      case 'sample':
        return this.#sampleMessage(message);
      case 'run':
      case 'messageBegin':
      case 'waitBegin':
      case 'messageEnd':
      case 'waitOwner':
      case 'waitEnd':
      case 'threadEnd':
        return this.#threadFact(message);
      case 'lifecycle':
        return this.#lifecycle(message);
      case 'blockingCall':
        return this.#blockingCall(message);
      case 'tick':
      case 'gcBegin':
      case 'gcEnd':
      case 'counters':
      case 'frame':
      case 'overhead':
        return this.#runFact(message);
      case 'dropped':
      case 'bye':
        return this.#runFact(fittedTexts(message, this.#budgets.letters));
      case 'thread':
        return this.#thread(message);
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
        this.#remarks.log(message, this.currentRun?.index ?? 0);
        return true;
      case 'session':
        this.session ??= message;
        return true;
      case 'process':
        return this.#runs.process(message);
      case 'processEnd':
        return this.#processEnd(message);
      case 'gap':
        return this.currentRun?.breakLink(fittedTexts(message, this.#budgets.letters).why) ?? false;
      case 'mark':
        return this.#affords(message) && this.#mark(message);
      case 'note':
        return this.#affords(message) && this.#remarks.note(message);
      case 'symbols':
      case 'classNames':
      case 'frameNames':
      case 'addressNames':
      case 'outlineNames':
        return this.#affords(message) && this.#names(message);
      // A clock places the stream for the decoder and tells the model nothing: each chunk of a file begins with one.
      case 'clock':
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

  #sampleMessage({ thread, atUs, node, state, cpuUs, allocatedBytes = 0 }: Message<'sample'>): boolean {
    return this.#sample(thread, atUs, node, state, cpuUs, allocatedBytes);
  }

  #sample(threadId: number, agentUs: number, agentNode: number, state: number, cpuUs: number | undefined, allocatedBytes: number): boolean {
    const run = this.#runs.current;
    const thread = run?.threadById.get(threadId);
    if (run === undefined || thread === undefined || thread.endUs >= 0) return false;
    const node = run.nodes.row(agentNode);
    run.openThread(thread);
    thread.sample(this.#runs.seenUs(run, agentUs), node, state, cpuUs, allocatedBytes);
    this.#countThreadRows(thread);
    const most = Math.min(run.settings?.depth || MAX_STACK_DEPTH, MAX_STACK_DEPTH);
    if ((this.nodes.depth[node] ?? 0) >= most) {
      run.cutStacks++;
      run.cutAtDepth = most;
    }
    return true;
  }

  #threadFact(message: ThreadFact): boolean {
    const run = this.#runs.current;
    const thread = run?.threadById.get(message.thread);
    if (run === undefined || thread === undefined || thread.endUs >= 0) return false;
    const isTaken = applyThreadFact(run, thread, this.#runs.seenUs(run, message.atUs), message);
    this.#countThreadRows(thread);
    return isTaken;
  }

  #runFact(message: RunFact): boolean {
    const run = this.#runs.lasting;
    if (run === undefined) return false;
    const isTaken = applyRunFact(run, this.#runs.seenUs(run, message.atUs), message);
    this.#countRunRows(run);
    return isTaken;
  }

  /** A phase may have begun before session time 0: the process was there before its agent. */
  #lifecycle(message: Message<'lifecycle'>): boolean {
    const run = this.#runs.lasting;
    if (run === undefined) return false;
    this.#runs.seenUs(run, message.atUs);
    return run.addPhase(message.atUs - (run.originUs ?? 0), message.phase);
  }

  #blockingCall(message: Message<'blockingCall'>): boolean {
    const run = this.#runs.current;
    const thread = run?.threadById.get(message.thread);
    if (run === undefined || thread === undefined || thread.endUs >= 0) return false;
    thread.blockingCalls.append({
      beginUs: this.#runs.atUs(run, message.beginUs),
      endUs: this.#runs.seenUs(run, message.atUs),
      node: run.nodes.row(message.node),
      function: run.strings.row(message.function),
      object: run.strings.row(message.object),
      owner: run.threadById.get(message.owner)?.index ?? -1,
    });
    this.#countThreadRows(thread);
    return true;
  }

  #thread(message: Message<'thread'>): boolean {
    const run = this.#runs.lasting;
    if (run === undefined) return false;
    const atUs = this.#runs.seenUs(run, message.atUs);
    let thread = run.threadById.get(message.thread);
    if (thread === undefined || (thread.endUs >= 0 && atUs > thread.endUs)) {
      if (!this.#budgets.threads.takes()) return false;
      thread = new Thread(this.threads.length, run.index, message.thread, atUs, run.ticks);
      this.threads.push(thread);
      run.addThread(thread);
    }
    if (thread.endUs >= 0) return false;
    thread.describe(thread.isCalled(message) ? message : fittedTexts(message, this.#budgets.letters));
    return true;
  }

  #processEnd(message: Message<'processEnd'>): boolean {
    const run = this.#runs.current;
    if (run === undefined) return false;
    run.end(this.#runs.atUs(run, message.atUs), fittedTexts(message, this.#budgets.letters).why);
    return true;
  }

  #mark({ name, atUs }: Message<'mark'>): boolean {
    const run = this.#runs.current;
    return this.#remarks.mark(name, run === undefined ? 0 : this.#runs.atUs(run, atUs), run?.index ?? 0);
  }

  /** Names come for any run, also for one that ended. */
  #names(message: NameFact): boolean {
    const run = this.runs[message.run];
    if (run === undefined) return false;
    this.namesVersion++;
    return applyNames(run, this.#tables, message);
  }

  /** The stack node that stands for a sample's in pictures, by what symbols say of the run. */
  shownNode(run: number, node: number): number {
    return this.runs[run]?.names.shownNode(this.#tables.nodes, node) ?? node;
  }

  /** What is kept of the message fits beside all other texts. Of what matters without its texts these are cut instead. */
  #affords(message: Message): boolean {
    return this.#budgets.letters.takes(textLength(message));
  }

  /** Counts the rows that a message made, and lets the oldest go when there are too many. */
  #countThreadRows(thread: Thread): void {
    const { rows, countedRows } = thread;
    if (rows === countedRows) return;
    thread.countedRows = rows;
    this.#addRows(rows - countedRows);
  }

  /** As `#countThreadRows`, apart from it, as nearly all messages come by there. */
  #countRunRows(run: Run): void {
    const { rows, countedRows } = run;
    run.countedRows = rows;
    this.#addRows(rows - countedRows);
  }

  #addRows(rows: number): void {
    const budget = this.#budgets.rows;
    budget.adds(rows);
    const isTight = this.#budgets.bytes.isOver && budget.used > budget.limit * LEAST_SHARE;
    if ((budget.isOver || isTight) && budget.used >= this.#nextDropRows) this.#dropOldest();
  }

  #dropOldest(): void {
    const owners = [...this.threads, ...this.runs];
    for (const owner of owners) {
      this.#budgets.rows.adds(owner.rows - owner.countedRows);
      owner.countedRows = owner.rows;
    }
    const threads = this.threads.flatMap((thread) => thread.columns).filter(({ length }) => length > 0);
    const runs = this.runs.flatMap((run) => run.columns).filter(({ length }) => length > 0);
    const { rows } = this.#budgets;
    const enough = rows.used * (1 - GROWN_SHARE);
    const left = (): number => owners.reduce((sum, owner) => sum + owner.rows, 0);
    for (const share of DROPPED_SHARES) {
      const untilUs = Math.max(this.keptFromUs, timeOfShare([...threads, ...runs], share));
      dropRowsUpTo(threads, untilUs);
      dropRowsUpTo(runs, untilUs - RUN_COLUMNS_US);
      // Of a stream of nothing but counters these go.
      if (left() > enough) dropRowsUpTo(runs, untilUs);
      this.keptFromUs = untilUs;
      if (left() <= enough) break;
    }
    for (const owner of owners) owner.countedRows = owner.rows;
    const dropped = rows.used - left();
    rows.gives(dropped);
    rows.leaveOut(dropped);
    this.#nextDropRows = rows.used + rows.limit * GROWN_SHARE;
    this.drops++;
  }
}
