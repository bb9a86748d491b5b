import { float64At, uint32At } from '../../columns/at.ts';
import type { CallChart } from './call-chart.ts';

/** Methods of a chart's tree, by its rows. */
interface ChartTree {
  readonly parent: Uint32Array;
  readonly method: Uint32Array;
}

/**
 * Calls of each method that samples saw in a range, by row of `model.methods`. A lower bound: calls between two samples are missed, and
 * two calls in consecutive samples are one. Recursion counts each time.
 */
export function arrivalsIn(chart: CallChart, { parent, method }: ChartTree, beginUs: number, endUs: number): ReadonlyMap<number, number> {
  const arrivals = new Map<number, number>();
  let kept = 0;
  for (let piece = Math.max(0, chart.pieceAt(beginUs)); piece < chart.length; piece++) {
    if (float64At(chart.beginUs, piece) >= endUs) break;
    if (chart.pieceEndUs(piece) <= beginUs) continue;
    let node = uint32At(chart.node, piece);
    for (let depth = chart.depthOf(piece); depth > kept; depth--) {
      const row = uint32At(method, node);
      arrivals.set(row, (arrivals.get(row) ?? 0) + 1);
      node = uint32At(parent, node);
    }
    kept = piece + 1 < chart.length ? chart.keptBy(piece + 1) : 0;
  }
  return arrivals;
}
