import { float64At, uint32At } from '../columns/at.ts';
import { withRow } from '../columns/table.ts';
import { StackTable } from './stack-table.ts';
import type { ViewTree } from './view-tree.ts';
import { columnsLike, knownWeights, type WeightColumns } from './weights.ts';

/** The subtree below some functions' outermost calls, wherever they are called. */
export function calleeTree(tree: ViewTree, isIt: (method: number) => boolean): ViewTree {
  const table = new StackTable();
  /** By row of the tree: row of the table, 0 outside. */
  const to = new Uint32Array(tree.length);
  let node: Uint32Array = new Uint32Array(256);
  let nodeUs: Float64Array = new Float64Array(256);
  for (let row = 1; row < tree.length; row++) {
    const caller = uint32At(to, uint32At(tree.parent, row));
    const us = float64At(tree.total.wall, row);
    if (us <= 0 || (caller === 0 && !isIt(uint32At(tree.method, row)))) continue;
    const made = table.row(caller, uint32At(tree.method, row));
    to[row] = made;
    node = withRow(node, made);
    nodeUs = withRow(nodeUs, made);
    if (us <= float64At(nodeUs, made)) continue;
    nodeUs[made] = us;
    node[made] = uint32At(tree.node, row);
  }
  const self = summed(tree.self, to, table);
  const total = summed(tree.total, to, table);
  const { length, parent, method, depth } = table;
  return { length, parent, method, depth, self, total, node, idleUs: 0 };
}

/** Columns of the table's rows; row 0 sums the outermost rows. */
function summed(from: WeightColumns, to: Uint32Array, table: StackTable): WeightColumns {
  const columns = columnsLike(from, table.length);
  for (const name of knownWeights(from)) {
    const into = columns[name];
    const weights = from[name];
    for (let row = 1; row < to.length; row++) {
      const made = uint32At(to, row);
      if (made === 0) continue;
      into[made] = float64At(into, made) + float64At(weights, row);
      if (table.parent[made] === 0) into[0] = float64At(into, 0) + float64At(weights, row);
    }
  }
  return columns;
}
