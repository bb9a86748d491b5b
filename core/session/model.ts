import { MAX_STACK_DEPTH, type Message } from '../wire/schema.ts';
import type { ImageFile } from './image-table.ts';
import { limits } from './limits.ts';
import { applyNames, type NameFact } from './name-facts.ts';
import type { Method } from './names.ts';
import type { NodeTable } from './node-table.ts';
import { type LogLine, type Mark, Remarks } from './remarks.ts';
import type { Run } from './run.ts';
import { applyRunFact, type RunFact } from './run-facts.ts';
import { SessionRuns } from './session-runs.ts';
import { SessionTables } from './tables.ts';
import { TextBudget, textLength } from './text-budget.ts';
import { Thread } from './thread.ts';
import { applyThreadFact, type ThreadFact } from './thread-facts.ts';

/**
 * Everything a session tells, as columns that only grow. Fed with the messages of a stream, live or from a file, it ends up the
 * same: nothing here depends on when or in which pieces they came.
 *
 * Times are session microseconds: 0 is the first hello. Rows of threads, strings, methods and nodes count over all runs. What
 * a hostile stream claims is bounded by `limits`; what does not fit, or refers to what never was, is skipped and counted.
 */
export class SessionModel {
  readonly #runs = new SessionRuns();
  readonly runs: readonly Run[] = this.#runs.all;
  readonly threads: Thread[] = [];
  /** First record of a session file. */
  session: Message<'session'> | undefined;
  /** Grows with every message. */
  version = 0;
  /** Grows when names come by which stacks are shown differently. */
  namesVersion = 0;
  /** Messages that were skipped: of an ended or unknown thread, of no run, an end without begin, beyond a limit. */
  ignored = 0;
  readonly #texts = new TextBudget();
  readonly #tables = new SessionTables(this.#texts);
  readonly #remarks = new Remarks();
  #rows = 0;

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

  /** Newest lines of the agents' logs, at most `limits.logLines`. */
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
    if (this.#rows++ >= limits.rows || !this.#sample(thread, atUs, node, state, cpuUs, allocatedBytes)) this.ignored++;
  }

  /** False when the message says nothing that could be used. */
  #take(message: Message): boolean {
    switch (message.type) {
      case 'sample':
        return this.#rows++ < limits.rows && this.#sampleMessage(message);
      case 'run':
      case 'messageBegin':
      case 'waitBegin':
        return this.#rows++ < limits.rows && this.#threadFact(message);
      case 'messageEnd':
      case 'waitOwner':
      case 'waitEnd':
      case 'threadEnd':
        return this.#threadFact(message);
      case 'gcBegin':
      case 'counters':
      case 'frame':
        return this.#rows++ < limits.rows && this.#runFact(message);
      case 'lifecycle':
        return this.#lifecycle(message);
      case 'blockingCall':
        return this.#rows++ < limits.rows && this.#blockingCall(message);
      case 'tick':
      case 'gcEnd':
      case 'overhead':
        return this.#runFact(message);
      case 'dropped':
      case 'bye':
        return this.#affords(message) && this.#runFact(message);
      case 'thread':
        return this.#affords(message) && this.#thread(message);
      case 'string':
      case 'method':
      case 'node':
      case 'nativeNode':
      case 'classDebug':
      case 'image':
        return this.#runs.lasting !== undefined && this.#tables.announce(this.#runs.lasting, message);
      case 'hello':
        return this.#affords(message) && this.#runs.hello(message);
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
        return this.#affords(message) && this.#runs.process(message);
      case 'processEnd':
        return this.#processEnd(message);
      case 'gap':
        return this.#affords(message) && (this.currentRun?.breakLink(message.why) ?? false);
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
      case 'hostHello':
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
    thread.sample(this.#runs.seenUs(run, agentUs), node, state, cpuUs, allocatedBytes);
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
    return applyThreadFact(run, thread, this.#runs.seenUs(run, message.atUs), message);
  }

  #runFact(message: RunFact): boolean {
    const run = this.#runs.lasting;
    if (run === undefined) return false;
    return applyRunFact(run, this.#runs.seenUs(run, message.atUs), message);
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
    return true;
  }

  #thread(message: Message<'thread'>): boolean {
    const run = this.#runs.lasting;
    if (run === undefined) return false;
    const atUs = this.#runs.seenUs(run, message.atUs);
    let thread = run.threadById.get(message.thread);
    if (thread === undefined || (thread.endUs >= 0 && atUs > thread.endUs)) {
      if (this.threads.length >= limits.threads) return false;
      thread = new Thread(this.threads.length, run.index, message.thread, atUs);
      this.threads.push(thread);
      run.addThread(thread);
    }
    if (thread.endUs >= 0) return false;
    thread.describe(message);
    return true;
  }

  #processEnd(message: Message<'processEnd'>): boolean {
    const run = this.#runs.current;
    if (run === undefined || !this.#affords(message)) return false;
    run.end(this.#runs.atUs(run, message.atUs), message.why);
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

  /** What is kept of the message fits beside all other texts. Tables count their own: they come again after a broken link. */
  #affords(message: Message): boolean {
    return this.#texts.takes(textLength(message));
  }
}
