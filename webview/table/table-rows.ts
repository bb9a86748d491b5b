import { numberAt, uint32At } from '../../core/columns/at.ts';
import { StackTable } from '../../core/trees/stack-table.ts';
import type { TableState } from '../state/view-state.ts';
import type { TableTree } from './table-tree.ts';

export interface TableRow {
  /** Stable across trees: derived from the functions on its path. */
  readonly id: number;
  /** Row of the tree. */
  readonly row: number;
  /** From 1, the outermost. */
  readonly level: number;
  /** From 1, among its siblings. */
  readonly position: number;
  readonly siblings: number;
  /** Undefined for a leaf. */
  readonly open: boolean | undefined;
}

/** Open rows beyond this are not shown. */
const MOST_ROWS = 100_000;
/** A path opens by itself while one child holds this share of the time. */
const MOST_OF_IT = 0.75;
const DEEPEST_OPENED = 60;

const inOrder = new Intl.Collator('en');

/** A whole tree in table order: for each place its table row and tree row. */
interface WalkedTree {
  readonly ids: readonly number[] | Uint32Array;
  readonly rows: readonly number[] | Uint32Array;
}

/** The open rows of a tree in the chosen order. Rows stay open when the tree changes. */
export class TableRows {
  rows: readonly TableRow[] = [];
  readonly #ids = new StackTable();
  readonly #open = new Set<number>();
  /** True once the reader has opened or closed rows. */
  #isBegun = false;
  #tree: TableTree | undefined;
  #sort: Pick<TableState, 'sort' | 'descending'> = { sort: 'total', descending: true };
  #nameOf: (row: number) => string = () => '';
  /** The whole tree in table order, made by the first search. */
  #order: WalkedTree | undefined;

  /** @param nameOf name of a tree's row as people see it, for sorting */
  show(tree: TableTree, sort: Pick<TableState, 'sort' | 'descending'>, nameOf: (row: number) => string): void {
    const isSorted =
      tree === this.#tree && sort.sort !== 'name' && sort.sort === this.#sort.sort && sort.descending === this.#sort.descending;
    if (!isSorted) this.#order = undefined;
    this.#tree = tree;
    this.#sort = sort;
    this.#nameOf = nameOf;
    if (!this.#isBegun && tree.leadsIn) this.#openHottest(0, 0);
    this.#isBegun ||= tree.leadsIn && this.#open.size > 0;
    this.#list();
  }

  setOpen(index: number, open: boolean): void {
    const at = this.rows[index];
    if (at === undefined || at.open === undefined || at.open === open) return;
    if (open) this.#open.add(at.id);
    else this.#open.delete(at.id);
    this.#list();
  }

  /** Opens a row and the hottest path below it. */
  openHottest(index: number): void {
    const at = this.rows[index];
    if (at === undefined) return;
    this.#openHottest(at.row, at.id);
    this.#list();
  }

  /** Opens a path, outermost function first; returns the row of its last function, or -1. */
  reveal(path: readonly number[]): number {
    const tree = this.#tree;
    let row = 0;
    let id = 0;
    for (const method of path) {
      const child = tree?.children(row).find((candidate) => tree.method(candidate) === method);
      if (child === undefined) return -1;
      if (id !== 0) this.#open.add(id);
      row = child;
      id = this.#ids.row(id, method);
    }
    this.#list();
    return this.indexOf(id);
  }

  /** -1 when not shown. */
  indexOf(id: number): number {
    return this.rows.findIndex((row) => row.id === id);
  }

  /** -1 for an outermost row. */
  parentOf(index: number): number {
    const level = this.rows[index]?.level ?? 1;
    for (let above = index - 1; above >= 0; above--) {
      if ((this.rows[above]?.level ?? 0) < level) return above;
    }
    return -1;
  }

  /** Methods from the outermost row to this one. */
  pathOf(index: number): readonly number[] {
    return this.#path(this.rows[index]?.id ?? 0);
  }

  /**
   * The path to the next or previous match in table order, wrapping around; undefined without another match.
   * Top-down, closed rows count, too. Bottom-up, each function has an outermost row, so open rows suffice.
   * @param selected id of the chosen row, 0 for none
   */
  nextMatch(selected: number, matches: (method: number) => boolean, by: 1 | -1): readonly number[] | undefined {
    const tree = this.#tree;
    if (tree === undefined) return undefined;
    let first = 0;
    let before = 0;
    let last = 0;
    let isBehind = selected === 0;
    const { ids, rows } = this.#walked(tree);
    for (const [at, id] of ids.entries()) {
      const row = rows[at] ?? 0;
      if (id === selected) isBehind = true;
      else if (matches(tree.method(row))) {
        if (by > 0 && isBehind) return this.#path(id);
        if (first === 0) first = id;
        if (!isBehind) before = id;
        last = id;
      }
    }
    const found = by > 0 ? first : before === 0 ? last : before;
    return found === 0 ? undefined : this.#path(found);
  }

  /** Cached: sorting a large tree is slow, and searches repeat. */
  #walked(tree: TableTree): WalkedTree {
    if (!tree.leadsIn) return { ids: this.rows.map(({ id }) => id), rows: this.rows.map(({ row }) => row) };
    if (this.#order === undefined) {
      const ids: number[] = [];
      const rows: number[] = [];
      for (const { id, row } of this.#walk(tree, () => true)) {
        ids.push(id);
        rows.push(row);
      }
      this.#order = { ids: Uint32Array.from(ids), rows: Uint32Array.from(rows) };
    }
    return this.#order;
  }

  #path(id: number): readonly number[] {
    const path: number[] = [];
    for (let at = id; at !== 0; at = uint32At(this.#ids.parent, at)) path.push(uint32At(this.#ids.method, at));
    return path.reverse();
  }

  #openHottest(from: number, fromId: number): void {
    const tree = this.#tree;
    if (tree === undefined) return;
    let row = from;
    let id = fromId;
    for (let depth = 0; depth < DEEPEST_OPENED; depth++) {
      if (id !== 0) this.#open.add(id);
      let hottest = 0;
      let most = 0;
      for (const child of tree.children(row)) {
        if (tree.value(child, 'total') <= most) continue;
        hottest = child;
        most = tree.value(child, 'total');
      }
      const isAsked = depth === 0 && fromId !== 0;
      if (hottest === 0 || !(isAsked || most >= MOST_OF_IT * tree.value(row, 'total'))) return;
      row = hottest;
      id = this.#ids.row(id, tree.method(hottest));
    }
  }

  #list(): void {
    const tree = this.#tree;
    if (tree === undefined) return;
    const rows: TableRow[] = [];
    for (const row of this.#walk(tree, (id) => this.#open.has(id))) {
      rows.push(row);
      if (rows.length >= MOST_ROWS) break;
    }
    this.rows = rows;
  }

  /** Rows in table order; `isOpen` decides by id whose children follow. */
  *#walk(tree: TableTree, isOpen: (id: number) => boolean): Generator<TableRow> {
    /** A stack: the next row is last. */
    const waiting: TableRow[] = [];
    const push = (row: number, id: number, level: number): void => {
      const children = this.#sorted(tree, tree.children(row));
      for (let at = children.length - 1; at >= 0; at--) {
        const child = numberAt(children, at);
        const childId = this.#ids.row(id, tree.method(child));
        const open = tree.hasChildren(child) ? this.#open.has(childId) : undefined;
        waiting.push({ id: childId, row: child, level, position: at + 1, siblings: children.length, open });
      }
    };
    push(0, 0, 1);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      yield next;
      if (next.open !== undefined && isOpen(next.id)) push(next.row, next.id, next.level + 1);
    }
  }

  #sorted(tree: TableTree, children: readonly number[]): readonly number[] {
    const { sort, descending } = this.#sort;
    const sign = descending ? -1 : 1;
    const byName = (a: number, b: number): number => inOrder.compare(this.#nameOf(a), this.#nameOf(b));
    if (sort === 'name') return children.toSorted((a, b) => -sign * byName(a, b));
    return children.toSorted(
      (a, b) => sign * (tree.value(a, sort) - tree.value(b, sort)) || tree.value(b, 'total') - tree.value(a, 'total') || byName(a, b),
    );
  }
}
