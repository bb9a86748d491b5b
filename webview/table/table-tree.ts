import { float64At, uint32At } from '../../core/columns/at.ts';
import { type ChildLinks, childLinks } from '../../core/trees/child-links.ts';
import { type Difference, treeDifference } from '../../core/trees/difference.ts';
import type { InvertedTree } from '../../core/trees/inverted-tree.ts';
import type { ViewTree } from '../../core/trees/view-tree.ts';
import { unknownWeight, type WeightName, weightOf } from '../../core/trees/weights.ts';
import type { BoxState } from '../flame/box-state.ts';
import { rowState } from '../frames/frame-styles.ts';
import type { TableColumn } from '../state/view-state.ts';

/** Microseconds, samples, bytes, or a share from 0 to 1. */
export type NumberColumn = Exclude<TableColumn, 'name'>;

/** A tree as the table reads it. Row 0 is the root and not shown. */
export interface TableTree {
  /** True top-down. */
  readonly leadsIn: boolean;
  /** Callees or callers of a row, without those of no weight. */
  children(row: number): readonly number[];
  hasChildren(row: number): boolean;
  /** Row of `model.methods`. */
  method(row: number): number;
  /** Row of `model.nodes`. */
  node(row: number): number;
  value(row: number, column: NumberColumn): number;
  /** Undefined unless it is mostly off CPU itself. */
  state(row: number): BoxState | undefined;
}

export class TopDownTable implements TableTree {
  readonly leadsIn = true;
  readonly #tree: ViewTree;
  readonly #weight: WeightName;
  readonly #links: ChildLinks;
  readonly #there: ViewTree | undefined;
  readonly #difference: Difference | undefined;

  /** @param there the same stacks in the comparison */
  constructor(tree: ViewTree, weight: WeightName, there?: ViewTree) {
    this.#tree = tree;
    this.#weight = weight;
    this.#there = there;
    this.#difference = there && treeDifference(tree, there, weight);
    const wall = there === undefined ? tree.total.wall : tree.total.wall.map((us, row) => us + float64At(there.total.wall, row));
    this.#links = childLinks(tree.length, tree.parent, wall);
  }

  children(row: number): readonly number[] {
    const { firstChild, nextSibling } = this.#links;
    const children: number[] = [];
    for (let child = uint32At(firstChild, row); child !== 0; child = uint32At(nextSibling, child)) children.push(child);
    return children;
  }

  hasChildren(row: number): boolean {
    return this.#links.firstChild[row] !== 0;
  }

  method(row: number): number {
    return uint32At(this.#tree.method, row);
  }

  node(row: number): number {
    const node = uint32At(this.#tree.node, row);
    return node === 0 ? (this.#there?.node[row] ?? 0) : node;
  }

  value(row: number, column: NumberColumn): number {
    return weightAt(this.#tree, this.#weight, row, column, this.#difference);
  }

  state(row: number): BoxState | undefined {
    return rowState(this.#tree, row, false);
  }
}

/** From functions with self time up to their callers. */
export class BottomUpTable implements TableTree {
  readonly leadsIn = false;
  readonly #tree: InvertedTree;
  readonly #weight: WeightName;
  readonly #difference: Difference | undefined;

  constructor(tree: InvertedTree, weight: WeightName, difference?: Difference) {
    this.#tree = tree;
    this.#weight = weight;
    this.#difference = difference;
  }

  children(row: number): readonly number[] {
    const { first, count } = this.#tree.expand(row);
    return Array.from({ length: count }, (_, at) => first + at);
  }

  hasChildren(row: number): boolean {
    return this.#tree.hasCallers(row);
  }

  method(row: number): number {
    return uint32At(this.#tree.method, row);
  }

  node(row: number): number {
    return uint32At(this.#tree.node, row);
  }

  value(row: number, column: NumberColumn): number {
    return weightAt(this.#tree, this.#weight, row, column, this.#difference);
  }

  state(row: number): BoxState | undefined {
    return rowState(this.#tree, row, true);
  }
}

/** All functions of the selection, one row each; a search filters them. */
export class FunctionTable implements TableTree {
  readonly leadsIn = false;
  readonly #all: BottomUpTable;
  readonly #matches: ((method: number) => boolean) | undefined;

  constructor(all: BottomUpTable, matches: ((method: number) => boolean) | undefined) {
    this.#all = all;
    this.#matches = matches;
  }

  children(row: number): readonly number[] {
    if (row !== 0) return [];
    const all = this.#all.children(0);
    const matches = this.#matches;
    return matches === undefined ? all : all.filter((child) => matches(this.#all.method(child)));
  }

  hasChildren(row: number): boolean {
    return row === 0 && this.children(0).length > 0;
  }

  method(row: number): number {
    return this.#all.method(row);
  }

  node(row: number): number {
    return this.#all.node(row);
  }

  value(row: number, column: NumberColumn): number {
    return this.#all.value(row, column);
  }

  state(row: number): BoxState | undefined {
    return this.#all.state(row);
  }
}

function weightAt(
  tree: Pick<ViewTree, 'self' | 'total'>,
  weight: WeightName,
  row: number,
  column: NumberColumn,
  difference: Difference | undefined,
): number {
  switch (column) {
    case 'self':
      return weightOf(tree.self, weight, row);
    case 'total':
      return weightOf(tree.total, weight, row);
    case 'share':
    case 'here':
      return weightOf(tree.total, weight, row) / Math.max(Number.MIN_VALUE, weightOf(tree.total, weight, 0));
    case 'there':
      return difference?.there(row) ?? 0;
    case 'delta':
      return difference === undefined ? 0 : difference.here(row) - difference.there(row);
    case 'unknown':
      return unknownWeight(tree.total, row);
    default:
      return weightOf(tree.total, column, row);
  }
}
