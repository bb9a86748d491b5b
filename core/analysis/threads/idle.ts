import { float64At, uint32At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import { intervalState } from '../../session/columns/interval-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';

/**
 * Sample rows that wait for messages. Android's looper is known by its frame. A run loop's frames are unnamed, but main waits as in the
 * first stack between two turns. Valid while the thread does not grow; stacks with symbols add nodes while they are asked for.
 */
export class MessageWaits {
  readonly #thread: Thread;
  readonly #nodes: SessionModel['nodes'];
  readonly #polls: Uint8Array;
  readonly #hasRunLoop: boolean;

  constructor(model: SessionModel, thread: Thread) {
    this.#thread = thread;
    this.#nodes = model.nodes;
    this.#polls = pollMethods(model);
    this.#hasRunLoop = thread.isMain && thread.messages.length > 0 && model.runs[thread.run]?.isApple === true;
  }

  /** @param node the row's stack with symbols */
  has(row: number, node: number): boolean {
    if (this.#polls[uint32At(this.#nodes.method, node)] === 1) return true;
    return this.#hasRunLoop && isBetweenMessages(this.#thread, this.#thread.samples.beginUsAt(row));
  }
}

/** Like `MessageWaits`, for a single row. */
export function waitsForMessages(model: SessionModel, thread: Thread, row: number, node: number): boolean {
  return new MessageWaits(model, thread).has(row, node);
}

/** 1 for methods in which Android's looper waits. */
const knownPolls = new WeakMap<SessionModel, Uint8Array>();

function pollMethods(model: SessionModel): Uint8Array {
  const { methods } = model;
  const known = knownPolls.get(model);
  if (known !== undefined && known.length === methods.length) return known;
  const polls = new Uint8Array(methods.length);
  if (known !== undefined) polls.set(known);
  for (let row = known?.length ?? 0; row < methods.length; row++) {
    const method = methods[row];
    if (method !== undefined && isPollMethod(method)) polls[row] = 1;
  }
  knownPolls.set(model, polls);
  return polls;
}

/** True for the looper's wait for its next message. */
export function isPollMethod(method: { readonly class: string; readonly name: string }): boolean {
  return method.name === 'nativePollOnce' && method.class === 'Landroid/os/MessageQueue;';
}

function isBetweenMessages({ messages }: Thread, atUs: number): boolean {
  if (atUs < float64At(messages.beginUs, 0)) return false;
  const next = firstAfter(messages.endUs, atUs, messages.length);
  if (next < messages.length) return float64At(messages.beginUs, next) > atUs;
  return messages.state[next - 1] !== intervalState.open;
}
