import type { BottomUpTable, NumberColumn, TableTree } from './table-tree.ts';

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

  waits(row: number): boolean {
    return this.#all.waits(row);
  }
}
