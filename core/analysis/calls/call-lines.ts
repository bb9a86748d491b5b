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

export function callTimes(chart: CallChart, depth: number, piece: number): CallTimes {
  const first = chart.firstOf(depth, piece);
  const end = chart.endOf(depth, piece);
  const beginUs = float64At(chart.beginUs, first);
  const endUs = chart.pieceEndUs(end - 1);
  const endSlackUs = end < chart.length ? float32At(chart.slackUs, end) : chart.endSlackUs;
  let calleesUs = 0;
  for (let at = chart.nextWith(depth + 1, first); at < end; ) {
    const next = chart.endOf(depth + 1, at);
    calleesUs += chart.pieceEndUs(next - 1) - float64At(chart.beginUs, at);
    at = chart.nextWith(depth + 1, next);
  }
  return { beginUs, endUs, selfUs: endUs - beginUs - calleesUs, uncertainUs: float32At(chart.slackUs, first) + endSlackUs };
}
