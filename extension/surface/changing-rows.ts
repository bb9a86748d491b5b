/** The time in which the window may still show the former rows, also over a slow connection. */
const FORMER_SHOWN_MS = 700;

/**
 * Rows that are replaced while a person chooses. VS Code reports a choice by the row's position, so one made just before a replacement
 * would be another row.
 */
export class ChangingRows<Row> {
  readonly #key: (row: Row) => string;
  #former: readonly string[] = [];
  #rows: readonly Row[] = [];
  #keys: readonly string[] = [];
  #replacedMs = -Infinity;

  /** @param key differs for rows that mean different things */
  constructor(key: (row: Row) => string) {
    this.#key = key;
  }

  replace(rows: readonly Row[], nowMs: number): void {
    const keys = rows.map(this.#key);
    if (keys.length !== this.#keys.length || keys.some((key, at) => key !== this.#keys[at])) {
      this.#former = this.#keys;
      this.#replacedMs = nowMs;
    }
    this.#rows = rows;
    this.#keys = keys;
  }

  /** The row if it was surely meant; undefined if another row stood in its place moments ago. */
  meant(row: Row | undefined, nowMs: number): Row | undefined {
    if (row === undefined) return undefined;
    const at = this.#rows.indexOf(row);
    const former = nowMs - this.#replacedMs < FORMER_SHOWN_MS ? this.#former[at] : undefined;
    return former === undefined || former === this.#keys[at] ? row : undefined;
  }
}
