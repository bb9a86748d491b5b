import type { StackTree } from '../../../core/analysis/calls/stack-map.ts';
import { float64At, uint32At } from '../../../core/columns/at.ts';
import { withRow } from '../../../core/columns/table.ts';
import type { ViewTree } from '../../../core/trees/view-tree.ts';
import { type SelfWeights, type WeightName, weightColumn } from '../../../core/trees/weights.ts';

/** Matched share of the selection. */
export interface MatchedTime {
  /** In the chosen weight. */
  readonly matched: number;
  readonly of: number;
  /** Distinct functions. */
  readonly frames: number;
}

/** Takes a row of `model.methods`. */
type Matches = (method: number) => boolean;

/** Each matching stack counts once, callees included. */
export function matchedTime(tree: ViewTree, weight: WeightName, matches: Matches): MatchedTime {
  const { length, parent, method, total } = tree;
  // In the order of methods, which is that of names in memory. In the tree's order 100,000 names take much longer.
  const isTimed = methodsWithTime(tree);
  const { isFound, frames } = foundMethods(isTimed, matches);
  const weights = weightColumn(total, weight, length);
  const isWithin = new Uint8Array(length);
  let matched = 0;
  for (let row = 1; row < length; row++) {
    const isInside = isWithin[uint32At(parent, row)] === 1;
    const isMatch = isFound[uint32At(method, row)] === 1 && float64At(total.wall, row) > 0;
    if (isInside || isMatch) isWithin[row] = 1;
    if (isMatch && !isInside) matched += float64At(weights, row);
  }
  return { matched, of: float64At(weights, 0), frames };
}

/** The same of stacks that no tree sums up yet. Callers have smaller rows. */
export function matchedInStacks({ parent, method }: StackTree, self: SelfWeights, weight: WeightName, matches: Matches): MatchedTime {
  let last = 0;
  for (let slot = 0; slot < self.length; slot++) last = Math.max(last, uint32At(self.node, slot));
  const hasTime = new Uint8Array(last + 1);
  for (let slot = 0; slot < self.length; slot++) if (float64At(self.wall, slot) > 0) hasTime[uint32At(self.node, slot)] = 1;
  let isTimed: Uint8Array = new Uint8Array(256);
  for (let node = last; node > 0; node--) {
    if (hasTime[node] !== 1) continue;
    hasTime[uint32At(parent, node)] = 1;
    const timed = uint32At(method, node);
    if (timed >= isTimed.length) isTimed = withRow(isTimed, timed);
    isTimed[timed] = 1;
  }
  const { isFound, frames } = foundMethods(isTimed, matches);
  const isWithin = new Uint8Array(last + 1);
  for (let node = 1; node <= last; node++) {
    if (hasTime[node] !== 1) continue;
    if (isWithin[uint32At(parent, node)] === 1 || isFound[uint32At(method, node)] === 1) isWithin[node] = 1;
  }
  const weights = weightColumn(self, weight, self.length);
  let matched = 0;
  let of = 0;
  for (let slot = 0; slot < self.length; slot++) {
    const each = float64At(weights, slot);
    of += each;
    if (isWithin[uint32At(self.node, slot)] === 1) matched += each;
  }
  return { matched, of, frames };
}

/** @param isTimed 1 by row of `model.methods` */
function foundMethods(isTimed: Uint8Array, matches: Matches): { readonly isFound: Uint8Array; readonly frames: number } {
  const isFound = new Uint8Array(isTimed.length);
  let frames = 0;
  for (let row = 0; row < isTimed.length; row++) {
    if (isTimed[row] !== 1 || !matches(row)) continue;
    isFound[row] = 1;
    frames++;
  }
  return { isFound, frames };
}

const knownMethods = new WeakMap<ViewTree, Uint8Array>();

/** 1 by row of `model.methods`; once per tree, as each key asks. */
function methodsWithTime(tree: ViewTree): Uint8Array {
  let known = knownMethods.get(tree);
  if (known === undefined) {
    known = findMethodsWithTime(tree);
    knownMethods.set(tree, known);
  }
  return known;
}

function findMethodsWithTime({ length, method, total }: ViewTree): Uint8Array {
  let isTimed: Uint8Array = new Uint8Array(256);
  for (let row = 1; row < length; row++) {
    if (float64At(total.wall, row) <= 0) continue;
    const timed = uint32At(method, row);
    if (timed >= isTimed.length) isTimed = withRow(isTimed, timed);
    isTimed[timed] = 1;
  }
  return isTimed;
}
