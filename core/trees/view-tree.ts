import { DROPPED } from '../analysis/calls/stack-map.ts';
import { float64At, uint32At } from '../columns/at.ts';
import type { NodeTable } from '../session/names/node-table.ts';
import type { ViewStacks } from './view-stacks.ts';
import { columnsLike, knownWeights, type SelfWeights, type WeightColumns } from './weights.ts';

/** Row 0 is the root, callers precede callees. Rows without weight are kept, so that trees of the same stacks align. */
export interface ViewTree {
  readonly length: number;
  /** 0 for the outermost frames. */
  readonly parent: Uint32Array;
  /** Row of `model.methods`. */
  readonly method: Uint32Array;
  /** Frames from the outermost: 1 below row 0. */
  readonly depth: Uint32Array;
  readonly self: WeightColumns;
  readonly total: WeightColumns;
  /** Row of `model.nodes` of the method's hottest line here, 0 without weight. */
  readonly node: Uint32Array;
  /** Main's waits for messages, in no row. */
  readonly idleUs: number;
}

/** Two linear passes. */
export function viewTree(nodes: NodeTable, stacks: ViewStacks, weights: SelfWeights): ViewTree {
  const { length, parent, method, depth } = stacks;
  const names = knownWeights(weights);
  const self = columnsLike(weights, length);
  const { of } = stacks;
  for (const name of names) {
    const into = self[name];
    const from = weights[name];
    for (let slot = 0; slot < weights.length; slot++) {
      const row = uint32At(of, uint32At(weights.node, slot));
      if (row !== DROPPED) into[row] = float64At(into, row) + float64At(from, slot);
    }
  }
  const total = columnsLike(weights, length);
  for (const name of names) {
    const into = total[name];
    into.set(self[name]);
    for (let row = length - 1; row > 0; row--) {
      const caller = uint32At(parent, row);
      into[caller] = float64At(into, caller) + float64At(into, row);
    }
  }
  return { length, parent, method, depth, self, total, node: hottestNodes(nodes, stacks, weights), idleUs: weights.idleUs };
}

/** The heaviest node of each row's method. */
function hottestNodes(nodes: NodeTable, stacks: ViewStacks, weights: SelfWeights): Uint32Array {
  const { of, method } = stacks;
  const found = new Uint32Array(stacks.length);
  const bestUs = new Float64Array(stacks.length);
  const throughUs = new Float64Array(nodes.length);
  let last = 0;
  for (let slot = 0; slot < weights.length; slot++) {
    const node = uint32At(weights.node, slot);
    if (uint32At(of, node) === DROPPED) continue;
    throughUs[node] = float64At(throughUs, node) + float64At(weights.wall, slot);
    if (node > last) last = node;
  }
  for (let node = last; node > 0; node--) {
    const us = float64At(throughUs, node);
    if (us === 0) continue;
    const caller = uint32At(nodes.parent, node);
    throughUs[caller] = float64At(throughUs, caller) + us;
    const row = uint32At(of, node);
    if (row === DROPPED || us <= float64At(bestUs, row) || nodes.method[node] !== method[row]) continue;
    bestUs[row] = us;
    found[row] = node;
  }
  return found;
}
