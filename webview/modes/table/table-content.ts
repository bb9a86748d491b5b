import { float64At } from '../../../core/columns/at.ts';
import { invertedDifference } from '../../../core/trees/difference.ts';
import { knownWeights, unknownWeight, type WeightName } from '../../../core/trees/weights.ts';
import type { Summed } from '../../content/sums/summed-source.ts';
import type { ViewContext } from '../../content/view-context.ts';
import type { ViewState } from '../../state/view-state.ts';
import { columnsFor } from '../../table/table-cells.ts';
import { BottomUpTable, TopDownTable } from '../../table/table-tree.ts';
import type { TableContent } from '../../table/table-view.ts';
import type { ShownView } from '../mode/view-content.ts';

/** A tree of functions as the content of a mode. */
export class ShownTable implements ShownView {
  readonly mode: string;
  readonly table: TableContent;

  constructor(mode: string, table: TableContent) {
    this.mode = mode;
    this.table = table;
  }

  withArrivals(arrivals: ReadonlyMap<number, number>): ShownTable {
    return new ShownTable(this.mode, { ...this.table, arrivalsOf: (method) => arrivals.get(method) });
  }
}

export function tableContent(summed: Summed, { weight, table }: Pick<ViewState, 'weight' | 'table'>, context: ViewContext): TableContent {
  const { tree, compared } = summed;
  return {
    tree: table.direction === 'topDown' ? new TopDownTable(tree, weight, compared) : bottomUpTable(summed, weight),
    weight,
    columns: columnsFor(
      weight,
      compared !== undefined,
      knownWeights(tree.total),
      unknownWeight(tree.total, 0) >= 0.01 * float64At(tree.total.wall, 0),
    ),
    styleOf: (node) => context.frames.of(node),
  };
}

function bottomUpTable({ inverted, compared }: Summed, weight: WeightName): BottomUpTable {
  return new BottomUpTable(inverted, weight, compared && invertedDifference(inverted, weight, 'total'));
}
