import type { CallChart } from './call-chart.ts';

/** The frame at a depth of a stack. @param parent callers by row of the chart's tree */
export function frameAt(chart: CallChart, parent: Uint32Array, depth: number, piece: number): number {
  let node = chart.node[piece] ?? 0;
  for (let below = chart.depthOf(piece) - depth - 1; below > 0; below--) node = parent[node] ?? 0;
  return node;
}

/** The line at which a call stayed longest without a break, the last of equal ones: a row of the chart's tree. @param first the piece with which the call begins */
export function longestLine(chart: CallChart, parent: Uint32Array, depth: number, first: number): number {
  const end = chart.endOf(depth, first);
  let longest = 0;
  let longestUs = -1;
  for (let piece = first; piece < end; ) {
    const next = chart.nextLine(depth, piece, end);
    const us = chart.pieceEndUs(next - 1) - (chart.beginUs[piece] ?? 0);
    if (us >= longestUs) {
      longestUs = us;
      longest = frameAt(chart, parent, depth, piece);
    }
    piece = next;
  }
  return longest;
}
