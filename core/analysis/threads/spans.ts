import { threadState, UNKNOWN_CPU } from '../../session/columns/sample-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { MessageWaits } from './idle.ts';
import { MessageBorders } from './message-borders.ts';
import { NO_DATA_US } from './observed-time.ts';

/** In a longer time without a sample a thread may have waited and computed more than once: only the time without a core then tells its sum. */
const ONE_CHANGE_US = 50_000;
/**
 * Of the time without a core between a wait and a computation: the wait's method waits for the first core, the computation for the others.
 * Measured on a busy computer (`bench/accuracy`): the shares of both kinds of method are right on average.
 */
const WOKEN_SHARE = 0.5;
/** Bits of `threadState`. */
const { monitor, objectWait, parked, sleeping, kernel, disk, file, pipe, network, localSocket } = threadState;
const RESTING = [monitor, objectWait, parked, sleeping, kernel, disk, file, pipe, network, localSocket].reduce(
  (bits, state) => bits | (1 << state),
  0,
);

export interface Span {
  /** Row of the thread's samples. */
  row: number;
  /** Row of `model.nodes`, with symbols. */
  node: number;
  beginUs: number;
  endUs: number;
  /** Uncertainty of the begin, in both directions; 0 at a message's border. */
  beginSlackUs: number;
  endSlackUs: number;
  /** Row of the thread's message, -1 if none. */
  message: number;
  /** The stack waits for messages. */
  waits: boolean;
}

export interface SpanTaker {
  take(span: Span): void;
  /** Called once between two calls of `goBack`. */
  settle(): void;
  goBack(): void;
}

/**
 * Visits a thread's samples as spans: a stack lasts to the middle between its last sample and the next, or to a message's border in
 * between. A row seen in several messages is one span in each, without the agent's own. Before a long gap, a span ends with its last sample. The visited object is
 * reused.
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
  const first = Math.max(0, samples.firstEndingAfter(rangeBeginUs) - 1);
  const rowBorders = new MessageBorders(thread.messages, first === 0 ? 0 : samples.endUsAt(first - 1));
  const inner = new MessageBorders(thread.messages, rangeBeginUs);
  const waits = new MessageWaits(model, thread);
  const span: Span = { row: 0, node: 0, beginUs: 0, endUs: 0, beginSlackUs: 0, endSlackUs: 0, message: -1, waits: false };
  const boundary: RowBoundary = { thisUs: 0, nextUs: samples.beginUsAt(first), slackUs: 0 };
  if (first > 0) joinRows(thread, first - 1, rowBorders, boundary);
  for (let row = first; row < samples.length; row++) {
    const beginUs = boundary.nextUs;
    if (beginUs >= rangeEndUs) return;
    span.row = row;
    // Raw, as every row passes here: the loop bounds `row`.
    span.node = model.shownNode(thread.run, samples.nodeAt(row));
    span.beginSlackUs = boundary.slackUs;
    joinRows(thread, row, rowBorders, boundary);
    const endUs = boundary.thisUs;
    inner.pass(Math.max(beginUs, rangeBeginUs));
    span.waits = waits.has(row, span.node);
    if (span.waits) inner.pass(endUs);
    let atUs = beginUs;
    for (let borderUs = inner.nextUs; borderUs < endUs && borderUs < rangeEndUs; borderUs = inner.nextUs) {
      span.endSlackUs = 0;
      // Between two messages of a row there is neither.
      if (!(atUs > beginUs && inner.isBetween) && !isOwn(thread, inner.message))
        emit(span, Math.max(atUs, rangeBeginUs), Math.min(borderUs, rangeEndUs), inner.message, visit);
      inner.pass(borderUs);
      span.beginSlackUs = 0;
      atUs = borderUs;
    }
    span.endSlackUs = boundary.slackUs;
    if (!isOwn(thread, inner.message)) emit(span, Math.max(atUs, rangeBeginUs), Math.min(endUs, rangeEndUs), inner.message, visit);
  }
}

/** The agent's messages are its overhead, and nobody's stacks. */
function isOwn({ messages }: Thread, message: number): boolean {
  return message >= 0 && messages.isOwn[message] === 1;
}

/** Visits a part of the row. A closure would read its variables again for each of a million rows. */
function emit(span: Span, beginUs: number, endUs: number, message: number, visit: (span: Span) => void): void {
  if (beginUs >= endUs) return;
  span.beginUs = beginUs;
  span.endUs = endUs;
  span.message = message;
  visit(span);
}

export interface RowBoundary {
  thisUs: number;
  nextUs: number;
  slackUs: number;
}

/** The last row ends with its last sample. */
export function joinRows(thread: Thread, row: number, borders: MessageBorders, boundary: RowBoundary): void {
  const { samples } = thread;
  const seenUs = samples.endUsAt(row);
  // Raw: the length bounds it.
  const nextUs = row + 1 < samples.length ? samples.beginUsAt(row + 1) : seenUs;
  borders.find(seenUs, nextUs);
  // One message ended or began, or one did each; more were too short to be sampled.
  const isExact = borders.count === 1 || borders.count === 2;
  const isUnseen = nextUs - seenUs > NO_DATA_US;
  const changeUs = isExact || isUnseen ? seenUs : changeBetween(thread, row, seenUs, nextUs);
  boundary.thisUs = isExact ? borders.firstUs : isUnseen ? seenUs : changeUs;
  boundary.nextUs = isExact ? borders.lastUs : isUnseen ? nextUs : changeUs;
  boundary.slackUs = isExact || isUnseen ? 0 : (nextUs - seenUs) / 2;
}

/**
 * The middle; between a wait and a computation the CPU time in between says when the thread computed, with the time without a core where the
 * system counts it.
 */
function changeBetween({ samples, readyTimes }: Thread, row: number, seenUs: number, nextUs: number): number {
  const middleUs = (seenUs + nextUs) / 2;
  if (row + 1 >= samples.length) return middleUs;
  // Raw, as every row passes here.
  const state = samples.stateAt(row);
  const next = samples.stateAt(row + 1);
  const cpuUs = samples.leadCpuUsAt(row + 1);
  if (state === next || cpuUs === UNKNOWN_CPU) return middleUs;
  const isLong = nextUs - seenUs > ONE_CHANGE_US;
  const hasReady = readyTimes.length > 0;
  if (isLong && !hasReady) return middleUs;
  const readyUs = hasReady ? readyTimes.within(seenUs, nextUs) : 0;
  if (next === threadState.running && isResting(state)) return Math.max(seenUs, nextUs - cpuUs - WOKEN_SHARE * readyUs);
  if (state === threadState.running && isResting(next)) return Math.min(nextUs, seenUs + cpuUs + readyUs);
  return middleUs;
}

/** Surely without CPU. */
function isResting(state: number | undefined): boolean {
  return state !== undefined && ((1 << state) & RESTING) !== 0;
}
