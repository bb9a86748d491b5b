import { float64At, uint8At, uint32At } from '../columns/at.ts';
import { noUint32, Table, withRoom } from '../columns/table.ts';
import { type Preorder, preorder } from './preorder.ts';
import type { ViewTree } from './view-tree.ts';
import { columnsLike, knownWeights, type WeightName, weightOf } from './weights.ts';

const UNEXPANDED = 0xffff_ffff;
const FIRST_ROWS = 256;

/** A row's place in the walk, and its callers. */
class RowLinks extends Table {
  /** Places of the row; the end is exclusive. */
  from: Uint32Array = noUint32;
  to: Uint32Array = noUint32;
  /** `UNEXPANDED` until callers are requested. */
  firstChild: Uint32Array = noUint32;
  childCount: Uint32Array = noUint32;
}

type GrowingWeights = Record<WeightName, Float64Array>;

/**
 * Stacks bottom-up: below row 0 each function, below a function its callers. Rows are built on request (`expand`), as all are far more than
 * the tree's.
 * `self` is self time of the innermost function on this path; `total` includes callees, without counting recursion twice.
 */
export class InvertedTree extends Table {
  /** The called row; 0 for the innermost functions. */
  parent: Uint32Array = noUint32;
  method: Uint32Array = noUint32;
  /** 1 for the innermost functions. */
  depth: Uint32Array = noUint32;
  /** Row of `model.nodes` of its hottest line here. */
  node: Uint32Array = noUint32;
  readonly self: GrowingWeights;
  readonly total: GrowingWeights;
  /** The same for the comparison; empty without one. */
  readonly selfThere: GrowingWeights;
  readonly totalThere: GrowingWeights;
  /** Weights known for either. */
  readonly #names: readonly WeightName[];
  readonly #tree: ViewTree;
  readonly #there: ViewTree | undefined;
  readonly #order: Preorder;
  /** By place: the tree's row a stack ends with, and how far out the walk is. Each row has a range of places. */
  readonly #start: Uint32Array;
  readonly #at: Uint32Array;
  readonly #links = new RowLinks();

  /**
   * @param isStart rows that end stacks; all by default
   * @param there a tree of the same stacks to compare with
   */
  constructor(tree: ViewTree, isStart: (row: number) => boolean = () => true, there?: ViewTree) {
    super();
    this.#tree = tree;
    this.#there = there;
    this.#order = preorder(tree.length, tree.parent);
    const rows = new Uint32Array(tree.length);
    for (let row = 1; row < tree.length; row++) rows[uint32At(this.#order.enter, row)] = row;
    this.#start = rows.filter(
      (row) => row !== 0 && (float64At(tree.total.wall, row) > 0 || (there?.total.wall[row] ?? 0) > 0) && isStart(row),
    );
    this.#at = this.#start.slice();
    const known = tree.total.allocated.length > 0 ? tree.total : (there ?? tree).total;
    this.#names = knownWeights(known);
    this.self = columnsLike(known, FIRST_ROWS);
    this.total = columnsLike(known, FIRST_ROWS);
    this.selfThere = columnsLike(known, FIRST_ROWS);
    this.totalThere = columnsLike(known, FIRST_ROWS);
    this.reserve(FIRST_ROWS);
    this.length = 1;
    this.#links.to[0] = this.#start.length;
    this.#links.firstChild[0] = UNEXPANDED;
    for (const name of this.#names) {
      this.self[name][0] = weightOf(tree.total, name, 0);
      this.total[name][0] = weightOf(tree.total, name, 0);
      this.selfThere[name][0] = there?.total[name][0] ?? 0;
      this.totalThere[name][0] = there?.total[name][0] ?? 0;
    }
  }

  /** Builds a row's callers on request: `first`, and their count. */
  expand(row: number): { readonly first: number; readonly count: number } {
    if (this.#links.firstChild[row] === UNEXPANDED) this.#makeCallers(row);
    return { first: uint32At(this.#links.firstChild, row), count: uint32At(this.#links.childCount, row) };
  }

  /** Builds nothing. */
  hasCallers(row: number): boolean {
    if (this.#links.firstChild[row] !== UNEXPANDED) return uint32At(this.#links.childCount, row) > 0;
    for (let place = uint32At(this.#links.from, row); place < uint32At(this.#links.to, row); place++) {
      if (this.#tree.parent[uint32At(this.#at, place)] !== 0) return true;
    }
    return false;
  }

  #makeCallers(row: number): void {
    const from = uint32At(this.#links.from, row);
    const to = uint32At(this.#links.to, row);
    const { parent, method } = this.#tree;
    if (to - from === 1 && row !== 0) {
      this.#makeCaller(row, from, uint32At(parent, uint32At(this.#at, from)));
      return;
    }
    // 1. One step outwards (the first step are the functions), counting places per method.
    const counts = new Map<number, number>();
    const starts = this.#start.slice(from, to);
    const ats = this.#at.slice(from, to);
    for (let at = 0; at < ats.length; at++) {
      if (row !== 0) ats[at] = uint32At(parent, uint32At(ats, at));
      const caller = uint32At(ats, at);
      if (caller !== 0) counts.set(uint32At(method, caller), (counts.get(uint32At(method, caller)) ?? 0) + 1);
    }
    // 2. A row and a range of places for each.
    const first = this.length;
    const rows = new Map<number, number>();
    let place = from;
    for (const [called, count] of counts) {
      const made = this.#append(row, called, place);
      place += count;
      rows.set(called, made);
    }
    this.#links.firstChild[row] = first;
    this.#links.childCount[row] = counts.size;
    // 3. Places keep the walk's order: callees of the same row come right after.
    for (let at = 0; at < ats.length; at++) {
      const caller = uint32At(ats, at);
      if (caller === 0) continue;
      const made = rows.get(uint32At(method, caller)) ?? 0;
      const into = uint32At(this.#links.to, made);
      this.#start[into] = uint32At(starts, at);
      this.#at[into] = caller;
      this.#links.to[made] = into + 1;
    }
    for (let made = first; made < this.length; made++) this.#weigh(made);
  }

  /** Far out, usually a single stack is left. */
  #makeCaller(row: number, place: number, caller: number): void {
    this.#links.firstChild[row] = this.length;
    this.#links.childCount[row] = caller === 0 ? 0 : 1;
    if (caller === 0) return;
    const made = this.#append(row, uint32At(this.#tree.method, caller), place);
    this.#at[place] = caller;
    this.#links.to[made] = place + 1;
    this.#weigh(made);
  }

  #weigh(row: number): void {
    const tree = this.#tree;
    const outermost = this.#outermostOf(row);
    for (const name of this.#names) {
      this.self[name][row] = this.#sumOf(row, tree.self[name]);
      this.total[name][row] = sumAt(outermost, tree.total[name]);
      if (this.#there === undefined) continue;
      this.selfThere[name][row] = this.#sumOf(row, this.#there.self[name]);
      this.totalThere[name][row] = sumAt(outermost, this.#there.total[name]);
    }
    const wall = tree.total.wall;
    let bestUs = -1;
    for (let place = uint32At(this.#links.from, row); place < uint32At(this.#links.to, row); place++) {
      const us = float64At(wall, uint32At(this.#start, place));
      if (us <= bestUs) continue;
      bestUs = us;
      this.node[row] = this.#nodeAt(uint32At(this.#at, place));
    }
  }

  /** Rows that end a row's stacks, without callees of another one. */
  #outermostOf(row: number): readonly number[] {
    const { enter, leave } = this.#order;
    const rows: number[] = [];
    let insideUntil = 0;
    for (let place = uint32At(this.#links.from, row); place < uint32At(this.#links.to, row); place++) {
      const start = uint32At(this.#start, place);
      if (uint32At(enter, start) < insideUntil) continue;
      insideUntil = uint32At(leave, start);
      rows.push(start);
    }
    return rows;
  }

  /** 0 where the weight is unknown. */
  #sumOf(row: number, column: Float64Array): number {
    if (column.length === 0) return 0;
    const to = uint32At(this.#links.to, row);
    let sum = 0;
    for (let place = uint32At(this.#links.from, row); place < to; place++) sum += float64At(column, uint32At(this.#start, place));
    return sum;
  }

  #nodeAt(row: number): number {
    const node = uint32At(this.#tree.node, row);
    return node === 0 ? (this.#there?.node[row] ?? 0) : node;
  }

  #append(parent: number, method: number, place: number): number {
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.parent[row] = parent;
    this.method[row] = method;
    this.depth[row] = uint32At(this.depth, parent) + 1;
    this.#links.from[row] = place;
    this.#links.to[row] = place;
    this.#links.firstChild[row] = UNEXPANDED;
    return row;
  }

  override reserve(rows: number): void {
    super.reserve(rows);
    this.#links.reserve(rows);
    for (const weights of [this.self, this.total, this.selfThere, this.totalThere]) {
      for (const name of this.#names) weights[name] = withRoom(weights[name], rows);
    }
  }
}

/** 0 where the weight is unknown. */
function sumAt(rows: readonly number[], column: Float64Array): number {
  if (column.length === 0) return 0;
  let sum = 0;
  for (const row of rows) sum += float64At(column, row);
  return sum;
}

/** Rows of given methods, without callees of another one. */
export function outermost(tree: ViewTree, isIt: (method: number) => boolean): (row: number) => boolean {
  /** 1: the row or a caller of it is one, 2: it is the outermost. */
  const state = new Uint8Array(tree.length);
  for (let row = 1; row < tree.length; row++) {
    const isInside = uint8At(state, uint32At(tree.parent, row)) > 0;
    if (isInside) state[row] = 1;
    else if (isIt(uint32At(tree.method, row))) state[row] = 2;
  }
  return (row) => state[row] === 2;
}
