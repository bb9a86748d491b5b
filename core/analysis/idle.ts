import { intervalState } from '../session/interval-columns.ts';
import type { SessionModel } from '../session/model.ts';
import type { Thread } from '../session/thread.ts';
import { firstEndingAfter } from './message-borders.ts';

/**
 * True for a row of samples in which main waits for messages: it belongs to none of them, as long as it is not on CPU. Android's
 * looper is known by its frame. A run loop's frames have no names on a phone, but what main was first seen in between two turns
 * of its run loop is how it waits.
 * @param node the row's stack as symbols name it
 */
export function waitsForMessages(model: SessionModel, thread: Thread, row: number, node: number): boolean {
  if (isPoll(model, node)) return true;
  if (!thread.isMain || thread.messages.length === 0 || model.runs[thread.run]?.isApple !== true) return false;
  return isBetweenMessages(thread, thread.samples.beginUs[row] ?? 0);
}

/** True for the stack in which Android's main waits for messages. */
export function isPoll(model: SessionModel, node: number): boolean {
  const method = model.methods[model.nodes.method[node] ?? 0];
  return method?.name === 'nativePollOnce' && method.class === 'Landroid/os/MessageQueue;';
}

function isBetweenMessages({ messages }: Thread, atUs: number): boolean {
  if (atUs < (messages.beginUs[0] ?? 0)) return false;
  const next = firstEndingAfter(messages.endUs, messages.length, atUs);
  if (next < messages.length) return (messages.beginUs[next] ?? 0) > atUs;
  return messages.state[next - 1] !== intervalState.open;
}
