import { float64At, uint32At } from '../../columns/at.ts';
import type { CallChart } from './call-chart.ts';

/** Methods of a chart's tree, by its rows. */
interface ChartTree {
  readonly parent: Uint32Array;
  readonly method: Uint32Array;
}

/**
 * Calls of each method that samples saw in a range, by row of `model.methods`. A lower bound: calls between two samples are missed, and
 * two calls in consecutive samples are one. Recursion counts each time. Methods in all stacks of the range and around it were called
 * before it, so they are left out where they seem called again: the frames around them vary.
 */
export function arrivalsIn(chart: CallChart, { parent, method }: ChartTree, beginUs: number, endUs: number): ReadonlyMap<number, number> {
  const arrivals = new Map<number, number>();
  let kept = 0;
  const first = Math.max(0, chart.pieceAt(beginUs));
  let last = first;
  for (let piece = first; piece < chart.length; piece++) {
    if (float64At(chart.beginUs, piece) >= endUs) break;
    last = piece;
    if (chart.pieceEndUs(piece) <= beginUs) continue;
    let node = uint32At(chart.node, piece);
    for (let depth = chart.depthOf(piece); depth > kept; depth--) {
      const row = uint32At(method, node);
      arrivals.set(row, (arrivals.get(row) ?? 0) + 1);
      node = uint32At(parent, node);
    }
    kept = piece + 1 < chart.length ? chart.keptBy(piece + 1) : 0;
  }
  const again = [...arrivals].filter(([, count]) => count > 1).map(([row]) => row);
  for (const row of inAllStacks(chart, { parent, method }, again, first - 1, last + 1)) arrivals.delete(row);
  return arrivals;
}

/** Methods that all stacks have, also those of the given pieces at both ends; none if both are outside of the chart. */
function inAllStacks(
  chart: CallChart,
  { parent, method }: ChartTree,
  methods: readonly number[],
  before: number,
  after: number,
): ReadonlySet<number> {
  let common = new Set(before < 0 && after >= chart.length ? [] : methods);
  for (let piece = Math.max(0, before); piece <= after && piece < chart.length && common.size > 0; piece++) {
    const kept = new Set<number>();
    for (let node = uint32At(chart.node, piece); node > 0; node = uint32At(parent, node)) {
      const row = uint32At(method, node);
      if (common.has(row)) kept.add(row);
    }
    if (uint32At(chart.node, piece) > 0) common = kept;
  }
  return common;
}
