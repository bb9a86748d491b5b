/** Rows of a held list. */
export interface HeldRows<Item> {
  readonly items: readonly Item[];
  /** Rows that came since the hold began. */
  readonly fresh: number;
}

/**
 * Keeps the order of a list while someone points at it: known rows stay in their order, new ones come first.
 * Another arrangement (order, filter) is a new list.
 */
export class HeldOrder<Item extends { readonly id: string }> {
  #arrangement = '';
  readonly #fresh = new Set<string>();
  #given: readonly Item[] | undefined;
  #rows: HeldRows<Item> = { items: [], fresh: 0 };

  rows(items: readonly Item[], arrangement: string, isHeld: boolean): HeldRows<Item> {
    if (!isHeld || arrangement !== this.#arrangement) {
      this.release();
      this.#arrangement = arrangement;
      this.#rows = { items, fresh: 0 };
    } else if (items !== this.#given) {
      this.#rows = this.#held(items);
    }
    this.#given = items;
    return this.#rows;
  }

  /** The next rows are in their own order. */
  release(): void {
    this.#fresh.clear();
    this.#arrangement = '';
  }

  #held(items: readonly Item[]): HeldRows<Item> {
    const byId = new Map(items.map((item) => [item.id, item]));
    const known = this.#rows.items.flatMap(({ id }) => byId.get(id) ?? []);
    for (const { id } of known) byId.delete(id);
    for (const id of byId.keys()) this.#fresh.add(id);
    const fresh = known.filter(({ id }) => this.#fresh.has(id)).length + byId.size;
    return { items: [...byId.values(), ...known], fresh };
  }
}
