/** Rows of a held list. */
export interface HeldRows<Item> {
  readonly items: readonly Item[];
  /** Rows that came since the hold began. */
  readonly fresh: number;
  readonly isHeld: boolean;
}

/**
 * Keeps the order of a list while someone points at it: known rows stay in their order, new ones come first.
 * Another arrangement (order, filter) is a new list.
 * Rows of a file that is being read are never new: only a capture's are.
 */
export class HeldOrder<Item extends { readonly id: string }> {
  #arrangement = '';
  /** Rows came live since this list began: it stays held when the capture stops. */
  #wasLive = false;
  readonly #fresh = new Set<string>();
  #given: readonly Item[] | undefined;
  #rows: HeldRows<Item> = { items: [], fresh: 0, isHeld: false };

  /**
   * @param wanted someone points at the list, or has selected a row
   * @param isLive new rows are new lags of a capture
   */
  rows(items: readonly Item[], arrangement: string, wanted: boolean, isLive: boolean): HeldRows<Item> {
    const isOther = arrangement !== this.#arrangement;
    // A page that reads its session again begins without rows.
    if (isOther || items.length === 0) this.#wasLive = false;
    this.#wasLive ||= isLive;
    const isHeld = wanted && this.#wasLive;
    if (!isHeld || isOther) {
      this.release();
      this.#arrangement = arrangement;
      this.#rows = { items, fresh: 0, isHeld };
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
    return { items: [...byId.values(), ...known], fresh, isHeld: true };
  }
}
