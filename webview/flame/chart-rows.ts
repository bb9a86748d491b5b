import type { CallChart } from '../../core/analysis/calls/call-chart.ts';
import type { StackTree } from '../../core/analysis/calls/stack-map.ts';
import { float64At } from '../../core/columns/at.ts';
import { callItem } from './call-item.ts';
import { visitChart } from './chart-columns.ts';
import { type FlameRow, type FlameRows, NO_BOX } from './rows.ts';

/** A box is the first piece of its call. Later growth of the chart is not included. */
export function chartRows(chart: CallChart, tree: StackTree, fromX: number, toX: number): FlameRows {
  return {
    rows: Array.from({ length: chart.depths }, (_, depth) => new ChartRow(chart, depth)),
    source: chart,
    fromX,
    toX: Math.max(toX, fromX + 1),
    visitVisible: (firstRow, lastRow, view, width, visit) =>
      visitChart(chart, tree.parent, { firstRow, lastRow, view, width, fromColumn: 0, toColumn: Math.ceil(width) }, visit),
    parts: {
      steadyX: chart.beginUs[chart.settled - 1] ?? Number.NEGATIVE_INFINITY,
      visit: (columns, visit) => visitChart(chart, tree.parent, columns, visit),
    },
  };
}

class ChartRow implements FlameRow {
  readonly #chart: CallChart;
  readonly #depth: number;

  constructor(chart: CallChart, depth: number) {
    this.#chart = chart;
    this.#depth = depth;
  }

  begin(box: number): number {
    return float64At(this.#chart.beginUs, box);
  }

  end(box: number): number {
    return this.#chart.pieceEndUs(this.#chart.endOf(this.#depth, box) - 1);
  }

  item(box: number): number {
    return callItem(box, this.#depth);
  }

  has(box: number): boolean {
    return box >= 0 && box < this.#chart.length && this.#with(box) === box && this.#chart.firstOf(this.#depth, box) === box;
  }

  first(): number {
    return this.#with(0);
  }

  last(): number {
    const piece = this.#chart.lastWith(this.#depth, this.#chart.length - 1);
    return piece < 0 ? NO_BOX : this.#chart.firstOf(this.#depth, piece);
  }

  next(box: number): number {
    return this.#with(this.#chart.endOf(this.#depth, box));
  }

  previous(box: number): number {
    const piece = this.#chart.lastWith(this.#depth, box - 1);
    return piece < 0 ? NO_BOX : this.#chart.firstOf(this.#depth, piece);
  }

  firstEndingAfter(x: number): number {
    const chart = this.#chart;
    if (chart.length === 0 || x >= chart.endUs) return NO_BOX;
    const piece = this.#with(chart.pieceAt(x));
    return piece === NO_BOX ? NO_BOX : chart.firstOf(this.#depth, piece);
  }

  /** The next piece at least as deep. */
  #with(from: number): number {
    const piece = this.#chart.nextWith(this.#depth, from);
    return piece < this.#chart.length ? piece : NO_BOX;
  }
}
