import { float64At, uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { MessageWaits } from './idle.ts';
import { firstEndingAfter, MessageBorders } from './message-borders.ts';
import { NO_DATA_US } from './observed-time.ts';

/** A stack and the time that counts for it. */
export interface Span {
  /** Row of the thread's samples. */
  row: number;
  /** Row of `model.nodes`, as symbols name it. */
  node: number;
  beginUs: number;
  endUs: number;
  /** By how much the begin may be off, to both sides; 0 at a message's border. */
  beginSlackUs: number;
  endSlackUs: number;
  /** Row of the thread's messages that it lies in, -1 none. */
  message: number;
  /** The row's stack is that in which the thread waits for messages. */
  waits: boolean;
}

/** Takes the spans of a thread one after the other, and takes those at the end again when the thread goes on. */
export interface SpanTaker {
  take(span: Span): void;
  /** What was taken so far stays; called once between two calls of `goBack`. */
  settle(): void;
  /** Forgets what was taken since `settle`. */
  goBack(): void;
}

/**
 * Goes over the samples of a thread between two times as spans of time: a stack lasts to the middle between its last sample and
 * the next one, or, where a message began or ended in between, to that border. A row that was seen in several messages is a span
 * in each. Where nobody looked for longer, a span ends with its last sample. The visited object is used again for the next span.
 */
export function visitSpans(
  model: SessionModel,
  thread: Thread,
  rangeBeginUs: number,
  rangeEndUs: number,
  visit: (span: Span) => void,
): void {
  const { samples } = thread;
  if (samples.length === 0) return;
  const first = Math.max(0, firstEndingAfter(samples.endUs, samples.length, rangeBeginUs) - 1);
  const rowBorders = new MessageBorders(thread.messages, first === 0 ? 0 : float64At(samples.endUs, first - 1));
  const inner = new MessageBorders(thread.messages, rangeBeginUs);
  const waits = new MessageWaits(model, thread);
  const span: Span = { row: 0, node: 0, beginUs: 0, endUs: 0, beginSlackUs: 0, endSlackUs: 0, message: -1, waits: false };
  const boundary: RowBoundary = { thisUs: 0, nextUs: float64At(samples.beginUs, first), slackUs: 0 };
  if (first > 0) joinRows(thread, first - 1, rowBorders, boundary);
  for (let row = first; row < samples.length; row++) {
    const beginUs = boundary.nextUs;
    if (beginUs >= rangeEndUs) return;
    span.row = row;
    span.node = model.shownNode(thread.run, uint32At(samples.node, row));
    span.beginSlackUs = boundary.slackUs;
    joinRows(thread, row, rowBorders, boundary);
    const endUs = boundary.thisUs;
    inner.pass(Math.max(beginUs, rangeBeginUs));
    span.waits = waits.has(row, span.node);
    if (span.waits) inner.pass(endUs);
    let atUs = beginUs;
    for (let borderUs = inner.nextUs; borderUs < endUs && borderUs < rangeEndUs; borderUs = inner.nextUs) {
      span.endSlackUs = 0;
      // Between two messages of one row there was none of both.
      if (!(atUs > beginUs && inner.isBetween))
        emit(span, Math.max(atUs, rangeBeginUs), Math.min(borderUs, rangeEndUs), inner.message, visit);
      inner.pass(borderUs);
      span.beginSlackUs = 0;
      atUs = borderUs;
    }
    span.endSlackUs = boundary.slackUs;
    emit(span, Math.max(atUs, rangeBeginUs), Math.min(endUs, rangeEndUs), inner.message, visit);
  }
}

/** Tells of a part of the span's row. No closure: what that would keep is read anew for each of a million rows. */
function emit(span: Span, beginUs: number, endUs: number, message: number, visit: (span: Span) => void): void {
  if (beginUs >= endUs) return;
  span.beginUs = beginUs;
  span.endUs = endUs;
  span.message = message;
  visit(span);
}

/** Where a row of samples ends and the next begins. */
export interface RowBoundary {
  thisUs: number;
  nextUs: number;
  slackUs: number;
}

/** Works out how a row and the next one are joined; the last one ends where it was last seen. */
export function joinRows(thread: Thread, row: number, borders: MessageBorders, boundary: RowBoundary): void {
  const { samples } = thread;
  const seenUs = float64At(samples.endUs, row);
  const nextUs = row + 1 < samples.length ? float64At(samples.beginUs, row + 1) : seenUs;
  borders.find(seenUs, nextUs);
  // One message may have ended or begun, or one ended and another begun; more were too short for anyone to see.
  const isExact = borders.count === 1 || borders.count === 2;
  const isUnseen = nextUs - seenUs > NO_DATA_US;
  const middleUs = (seenUs + nextUs) / 2;
  boundary.thisUs = isExact ? borders.firstUs : isUnseen ? seenUs : middleUs;
  boundary.nextUs = isExact ? borders.lastUs : isUnseen ? nextUs : middleUs;
  boundary.slackUs = isExact || isUnseen ? 0 : middleUs - seenUs;
}
