import type { SessionModel } from '../session/model.ts';
import type { Thread } from '../session/thread.ts';
import { NO_DATA_US } from './gap-walk.ts';
import { firstEndingAfter, MessageBorders } from './message-borders.ts';

/** A stack and the time that counts for it. */
export interface Span {
  /** Row of the thread's samples. */
  row: number;
  /** Row of `model.nodes`. */
  node: number;
  beginUs: number;
  endUs: number;
  /** By how much the begin may be off, to both sides; 0 at a message's border. */
  beginSlackUs: number;
  endSlackUs: number;
  /** Row of the thread's messages that it lies in, -1 none. */
  message: number;
}

/**
 * Goes over the samples of a thread between two times as spans of time: a stack lasts to the middle between its last sample and
 * the next one, or, where a message began or ended in between, to that border. A row that was seen in several messages is a span
 * in each. Where nobody looked for longer, a span ends with its last sample. The visited object is used again for the next span.
 */
export function visitSpans(model: SessionModel, thread: Thread, fromUs: number, toUs: number, visit: (span: Span) => void): void {
  const { samples } = thread;
  const first = Math.max(0, firstEndingAfter(samples.endUs, samples.length, fromUs) - 1);
  const joints = new MessageBorders(thread.messages, samples.endUs[first - 1] ?? 0);
  const inner = new MessageBorders(thread.messages, fromUs);
  const span: Span = { row: 0, node: 0, beginUs: 0, endUs: 0, beginSlackUs: 0, endSlackUs: 0, message: -1 };
  const emit = (beginUs: number, endUs: number): void => {
    span.beginUs = Math.max(beginUs, fromUs);
    span.endUs = Math.min(endUs, toUs);
    span.message = inner.message;
    if (span.beginUs < span.endUs) visit(span);
  };
  let joint = first === 0 ? undefined : jointOf(thread, first - 1, joints);
  for (let row = first; row < samples.length; row++) {
    const beginUs = joint?.nextUs ?? samples.beginUs[row] ?? 0;
    if (beginUs >= toUs) return;
    span.row = row;
    span.node = samples.node[row] ?? 0;
    span.beginSlackUs = joint?.slackUs ?? 0;
    joint = row + 1 < samples.length ? jointOf(thread, row, joints) : undefined;
    const endUs = joint?.thisUs ?? samples.endUs[row] ?? 0;
    const endSlackUs = joint?.slackUs ?? 0;
    inner.pass(Math.max(beginUs, fromUs));
    if (isPoll(model, span.node)) inner.pass(endUs);
    let atUs = beginUs;
    for (let borderUs = inner.nextUs; borderUs < endUs && borderUs < toUs; borderUs = inner.nextUs) {
      span.endSlackUs = 0;
      // Between two messages of one row there was none of both.
      if (!(atUs > beginUs && inner.isBetween)) emit(atUs, borderUs);
      inner.pass(borderUs);
      span.beginSlackUs = 0;
      atUs = borderUs;
    }
    span.endSlackUs = endSlackUs;
    emit(atUs, endUs);
  }
}

/** Where a row of samples ends and the next begins. */
interface Joint {
  readonly thisUs: number;
  readonly nextUs: number;
  readonly slackUs: number;
}

function jointOf(thread: Thread, row: number, borders: MessageBorders): Joint {
  const { samples } = thread;
  const seenUs = samples.endUs[row] ?? 0;
  const nextUs = samples.beginUs[row + 1] ?? 0;
  borders.find(seenUs, nextUs);
  // One message may have ended or begun, or one ended and another begun; more were too short for anyone to see.
  if (borders.count === 1 || borders.count === 2) return { thisUs: borders.firstUs, nextUs: borders.lastUs, slackUs: 0 };
  if (nextUs - seenUs > NO_DATA_US) return { thisUs: seenUs, nextUs, slackUs: 0 };
  const middleUs = (seenUs + nextUs) / 2;
  return { thisUs: middleUs, nextUs: middleUs, slackUs: middleUs - seenUs };
}

/** True for the stack in which main waits for messages: it belongs to none of them. */
export function isPoll(model: SessionModel, node: number): boolean {
  const method = model.methods[model.nodes.method[node] ?? 0];
  return method?.name === 'nativePollOnce' && method.class === 'Landroid/os/MessageQueue;';
}
