import type { CallChart } from '../../core/analysis/calls/call-chart.ts';
import { float64At, uint32At } from '../../core/columns/at.ts';
import { spanOf } from '../ui/viewport.ts';
import { callItem } from './call-item.ts';
import type { VisibleBoxes, VisitedColumns } from './rows.ts';

/** No call is open, or it began before all columns. */
const NONE = -3;
const BEFORE = -1;

/**
 * Visits pixel columns with the stacks at both edges. A call through a whole column needs no search inside it.
 * Otherwise one call colours the pixel. A call that fills a column is visited with its own ends.
 * A million samples thus cost as much as a thousand columns.
 * @param parent callers by row of the chart's tree
 */
export function visitChart(
  chart: CallChart,
  parent: Uint32Array,
  { firstRow, lastRow, view, width, fromColumn, toColumn }: VisitedColumns,
  visit: VisibleBoxes,
): void {
  const rows = lastRow + 1;
  const beginX = chart.beginUs[0] ?? Number.POSITIVE_INFINITY;
  if (rows <= firstRow || view.toX <= beginX || view.fromX >= chart.endUs) return;
  const scale = width / spanOf(view);
  const depthAt = (x: number, piece: number): number => (x >= beginX && x < chart.endUs ? chart.depthOf(piece) : 0);
  const drawCall = (depth: number, piece: number): void => {
    const first = chart.firstOf(depth, piece);
    const left = Math.max(0, (float64At(chart.beginUs, first) - view.fromX) * scale);
    const right = Math.min(width, (chart.pieceEndUs(chart.endOf(depth, piece) - 1) - view.fromX) * scale);
    visit.box(depth, first, left, right);
  };
  /** The column whose right edge passes a time. */
  const columnOf = (timeUs: number): number => Math.ceil((timeUs - view.fromX) * scale) - 1;
  const leftX = view.fromX + fromColumn / scale;
  let before = chart.pieceAt(leftX);
  let deepBefore = depthAt(leftX, before);
  let [deepMiddle, deepAfter] = [0, 0];
  const since = new Int32Array(rows).fill(NONE).fill(BEFORE, 0, Math.min(rows, deepBefore));
  for (let depth = firstRow; fromColumn > 0 && depth < rows && depth < deepBefore; depth++)
    since[depth] = Math.max(BEFORE, columnOf(float64At(chart.beginUs, chart.firstOf(depth, before))));
  /**
   * Colours a column between two depths by a piece's stack; returns the depth reached.
   * With `isLeft`, calls that filled a column are visited by themselves.
   */
  const drawStack = (column: number, piece: number, from: number, to: number, isLeft = false): number => {
    const end = Math.min(to, rows);
    let node = uint32At(chart.node, piece);
    // The thread's state in the innermost frame decides its colour, too.
    let decisive = -1;
    for (let depth = chart.depthOf(piece) - 1; depth >= from; depth--) {
      const isDrawnAsBox = isLeft && column - (since[depth] ?? NONE) >= 2;
      if (depth < end && !isDrawnAsBox) {
        const covered = (depth < deepBefore ? 1 : 0) + (depth < deepMiddle ? 1 : 0) + (depth < deepAfter ? 1 : 0);
        visit.narrow(depth, column, callItem(piece, depth), decisive, Math.max(1, covered));
      }
      node = uint32At(parent, node);
      decisive = node;
    }
    return Math.max(from, end);
  };

  for (let column = fromColumn; column < toColumn; column++) {
    const endX = view.fromX + (column + 1) / scale;
    const after = chart.pieceAt(endX, before);
    deepAfter = depthAt(endX, after);
    if (after === before && deepAfter === deepBefore) continue;
    const kept = deepBefore === 0 || deepAfter === 0 ? 0 : chart.keptThrough(before, after);
    const from = Math.max(firstRow, kept);
    const middleX = view.fromX + (column + 0.5) / scale;
    const middle = chart.pieceAt(middleX, before);
    deepMiddle = depthAt(middleX, middle);
    let drawn = drawStack(column, middle, from, deepMiddle);
    drawn = drawStack(column, after, drawn, deepAfter);
    drawn = drawStack(column, before, drawn, deepBefore, true);
    const deepest = Math.min(rows, chart.deepest(before, after + 1));
    if (drawn < deepest) drawStack(column, chart.nextWith(deepest - 1, before), drawn, deepest);
    for (let depth = from; depth < rows && depth < deepBefore; depth++) {
      if (column - (since[depth] ?? NONE) >= 2) drawCall(depth, before);
    }
    for (let depth = kept; depth < rows && depth < Math.max(deepBefore, deepAfter); depth++)
      since[depth] = depth < deepAfter ? column : NONE;
    before = after;
    deepBefore = deepAfter;
  }
  // Calls open at the right edge fill a column, or will at their end.
  for (let depth = firstRow; depth < rows && depth < deepBefore; depth++) {
    const endUs = chart.pieceEndUs(chart.endOf(depth, before) - 1);
    if (Math.min(Math.ceil(width), columnOf(endUs)) - (since[depth] ?? NONE) >= 2) drawCall(depth, before);
  }
}
