import { float32At, float64At, uint32At } from '../../columns/at.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import type { CallChart } from './call-chart.ts';

/** The frame at a depth of a stack. @param parent callers by row of the chart's tree */
export function frameAt(chart: CallChart, parent: Uint32Array, depth: number, piece: number): number {
  let node = uint32At(chart.node, piece);
  for (let below = chart.depthOf(piece) - depth - 1; below > 0; below--) node = uint32At(parent, node);
  return node;
}

/** Row of the line with a call's longest uninterrupted stay; of equals the last. @param first first piece of the call */
export function longestLine(chart: CallChart, parent: Uint32Array, depth: number, first: number): number {
  const end = chart.endOf(depth, first);
  let longest = 0;
  let longestUs = -1;
  for (let piece = first; piece < end; ) {
    const next = chart.nextLine(depth, piece, end);
    const us = chart.pieceEndUs(next - 1) - float64At(chart.beginUs, piece);
    if (us >= longestUs) {
      longestUs = us;
      longest = frameAt(chart, parent, depth, piece);
    }
    piece = next;
  }
  return longest;
}

/** Session microseconds. */
export interface CallTimes extends TimeRange {
  /** Without callees. */
  readonly selfUs: number;
  /** Uncertainty of begin and end together. */
  readonly uncertainUs: number;
}

/** A call's part in a range, of which a bound of the range is certain; empty where the call is outside. */
export function callTimesWithin(chart: CallChart, depth: number, piece: number, range: TimeRange): CallTimes {
  const first = chart.firstOf(depth, piece);
  const end = chart.endOf(depth, piece);
  const lastUs = chart.pieceEndUs(end - 1);
  const firstUs = float64At(chart.beginUs, first);
  const beginUs = Math.min(lastUs, Math.max(firstUs, range.beginUs));
  const endUs = Math.max(beginUs, Math.min(lastUs, range.endUs));
  let calleesUs = 0;
  for (let at = chart.nextWith(depth + 1, first); at < end; ) {
    const next = chart.endOf(depth + 1, at);
    const calleeUs = Math.min(endUs, chart.pieceEndUs(next - 1)) - Math.max(beginUs, float64At(chart.beginUs, at));
    calleesUs += Math.max(0, calleeUs);
    at = chart.nextWith(depth + 1, next);
  }
  const beginSlackUs = beginUs > firstUs ? 0 : float32At(chart.slackUs, first);
  const endSlackUs = endUs < lastUs ? 0 : end < chart.length ? float32At(chart.slackUs, end) : chart.endSlackUs;
  return { beginUs, endUs, selfUs: endUs - beginUs - calleesUs, uncertainUs: beginSlackUs + endSlackUs };
}

/** Times of the whole call. */
export function callTimes(chart: CallChart, depth: number, piece: number): CallTimes {
  return callTimesWithin(chart, depth, piece, { beginUs: Number.NEGATIVE_INFINITY, endUs: Number.POSITIVE_INFINITY });
}
