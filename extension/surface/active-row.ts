/** Longer than a window's answer takes, also over a slow connection. */
const ANSWERED_MS = 700;

/** The active row of a list whose rows arrive one by one: the first, until a person moves to another. */
export class ActiveRow {
  readonly #offered = new Set<string>();
  #latest: string | undefined;
  #offeredMs = Number.NEGATIVE_INFINITY;

  /**
   * The row to be active among new rows.
   * @param active in the window so far @param first of the new rows
   */
  next(active: string | undefined, first: string | undefined, nowMs: number): string | undefined {
    if (active !== undefined && this.#isMoved(active, nowMs)) return active;
    if (first !== undefined && first !== this.#latest) {
      this.#offered.add(first);
      this.#latest = first;
      this.#offeredMs = nowMs;
    }
    return first;
  }

  /** The window may still report the row offered before the latest. */
  #isMoved(active: string, nowMs: number): boolean {
    if (active === this.#latest) return false;
    return !this.#offered.has(active) || nowMs - this.#offeredMs >= ANSWERED_MS;
  }
}
