import { MAX_STACK_DEPTH, type Message } from '../../wire/schema.ts';
import type { KeptRows } from '../columns/kept-rows.ts';
import { fittedTexts } from '../limits/text-length.ts';
import type { NodeTable } from '../names/node-table.ts';
import type { Run } from './run.ts';
import type { SessionRuns } from './session-runs.ts';
import { Thread } from './thread.ts';
import { applyThreadFact, type ThreadFact } from './thread-facts.ts';

/** The agent's own message is known to be that before its end names it. */
function takeOwn(run: Run, thread: Thread, agentNode: number): void {
  if (!thread.isMain) return;
  run.own.samples++;
  const { messages } = thread;
  if (run.own.isMessage(agentNode) && messages.openRow >= 0) messages.isOwn[messages.openRow] = 1;
}

/** Threads of all runs. Methods return false for a useless message. */
export class SessionThreads {
  readonly #all: Thread[];
  readonly #runs: SessionRuns;
  readonly #nodes: NodeTable;
  readonly #strings: readonly string[];
  readonly #kept: KeptRows;

  /**
   * @param all the model's list, extended here
   * @param strings by row of the session
   */
  constructor(all: Thread[], runs: SessionRuns, nodes: NodeTable, strings: readonly string[], kept: KeptRows) {
    this.#all = all;
    this.#runs = runs;
    this.#nodes = nodes;
    this.#strings = strings;
    this.#kept = kept;
  }

  /** Like `sample`. */
  sampled({ thread, atUs, node, state, cpuUs, allocatedBytes = 0 }: Message<'sample'>): boolean {
    return this.sample(thread, atUs, node, state, cpuUs, allocatedBytes);
  }

  /** Field by field, since most messages are samples. */
  sample(threadId: number, agentUs: number, agentNode: number, state: number, cpuUs: number | undefined, allocatedBytes: number): boolean {
    const run = this.#runs.current;
    const thread = run?.threadById.get(threadId);
    if (run === undefined || thread === undefined || thread.endUs >= 0) return false;
    const node = run.nodes.row(agentNode);
    run.openThread(thread);
    if (run.own.has(agentNode)) takeOwn(run, thread, agentNode);
    thread.sample(this.#runs.seenUs(run, agentUs), node, state, cpuUs, allocatedBytes);
    this.#kept.countSample(thread);
    const most = Math.min(run.settings?.depth || MAX_STACK_DEPTH, MAX_STACK_DEPTH);
    // Raw, as every sample passes here: `run.nodes` holds rows of this table only. Most sessions have no stack so deep, and depths are far apart.
    if (this.#nodes.deepest >= most && (this.#nodes.depth[node] ?? 0) >= most) {
      run.cutStacks++;
      run.cutAtDepth = most;
    }
    return true;
  }

  fact(message: ThreadFact): boolean {
    const run = this.#runs.current;
    const thread = run?.threadById.get(message.thread);
    if (run === undefined || thread === undefined || thread.endUs >= 0) return false;
    const isTaken = applyThreadFact(run, thread, this.#runs.seenUs(run, message.atUs), message, this.#strings);
    this.#kept.countThread(thread);
    return isTaken;
  }

  blockingCall(message: Message<'blockingCall' | 'openCall'>): boolean {
    const run = this.#runs.current;
    const thread = run?.threadById.get(message.thread);
    if (run === undefined || thread === undefined || thread.endUs >= 0) return false;
    const call = {
      beginUs: this.#runs.atUs(run, message.beginUs),
      endUs: this.#runs.seenUs(run, message.atUs),
      node: run.nodes.row(message.node),
      function: run.strings.row(message.function),
      object: run.strings.row(message.object),
      owner: run.threadById.get(message.owner)?.index ?? -1,
    };
    if (message.type === 'blockingCall') thread.blockingCalls.append(call);
    else if (message.over === 1) thread.blockingCalls.over(call.beginUs, call.endUs);
    else {
      run.openThread(thread);
      thread.blockingCalls.report(call);
    }
    this.#kept.countThread(thread);
    return true;
  }

  ready(message: Message<'ready'>): boolean {
    const run = this.#runs.current;
    const thread = run?.threadById.get(message.thread);
    if (run === undefined || thread === undefined || thread.endUs >= 0) return false;
    thread.readyTimes.append(this.#runs.atUs(run, message.beginUs), this.#runs.seenUs(run, message.atUs), message.readyUs);
    this.#kept.countThread(thread);
    return true;
  }

  messageUse(message: Message<'messageUse'>): boolean {
    const run = this.#runs.current;
    const thread = run?.threadById.get(message.thread);
    if (run === undefined || thread === undefined || thread.endUs >= 0) return false;
    // No message waits since before the device's start, at which the agent's clock began.
    const queuedUs = message.queuedUs === undefined ? undefined : Math.min(message.queuedUs, Math.max(0, message.beginUs));
    thread.messageUses.append({
      ...message,
      beginUs: this.#runs.atUs(run, message.beginUs),
      endUs: this.#runs.seenUs(run, message.atUs),
      queuedUs,
    });
    this.#kept.countThread(thread);
    return true;
  }

  announce(message: Message<'thread'>): boolean {
    const run = this.#runs.lasting;
    if (run === undefined) return false;
    const { threads, letters } = this.#runs.budgets;
    const atUs = this.#runs.seenUs(run, message.atUs);
    let thread = run.threadById.get(message.thread);
    if (thread === undefined || (thread.endUs >= 0 && atUs > thread.endUs)) {
      if (!threads.takes()) return false;
      thread = new Thread(this.#all.length, run.index, message.thread, atUs, run.ticks);
      this.#all.push(thread);
      run.addThread(thread);
    }
    if (thread.endUs >= 0) return false;
    thread.describe(thread.isCalled(message) ? message : fittedTexts(message, letters), run.isApple);
    return true;
  }
}
