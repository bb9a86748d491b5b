/** Bounds the doubt if the window never says what it shows; no window's answer takes longer, also over a slow connection. */
const FORMER_SHOWN_MS = 700;

interface FormerRows {
  readonly keys: readonly string[];
  readonly replacedMs: number;
}

/**
 * Rows that are replaced while a person chooses. VS Code reports a choice by the row's position, so one made in a window that still shows
 * former rows would be another row.
 */
export class ChangingRows<Row> {
  readonly #key: (row: Row) => string;
  /** Rows that the window may still show, the oldest first. */
  #former: readonly FormerRows[] = [];
  #rows: readonly Row[] = [];
  #keys: readonly string[] = [];

  /** @param key differs for rows that mean different things */
  constructor(key: (row: Row) => string) {
    this.#key = key;
  }

  replace(rows: readonly Row[], nowMs: number): void {
    // VS Code sends changes of one moment together.
    if (this.#former.at(-1)?.replacedMs !== nowMs) this.#former = [...this.#doubtful(nowMs), { keys: this.#keys, replacedMs: nowMs }];
    this.#rows = rows;
    this.#keys = rows.map(this.#key);
  }

  /** The window has reported active rows. It reports one after each replacement, so it shows the next rows by now. */
  shown(active: readonly Row[]): void {
    if (active.length > 0) this.#former = this.#former.slice(1);
  }

  /** The row if it was surely meant; undefined if the window may still show another one in its place. */
  meant(row: Row | undefined, nowMs: number): Row | undefined {
    if (row === undefined) return undefined;
    const at = this.#rows.indexOf(row);
    const shown = this.#doubtful(nowMs).map(({ keys }) => keys[at]);
    return shown.every((key) => key === undefined || key === this.#keys[at]) ? row : undefined;
  }

  #doubtful(nowMs: number): readonly FormerRows[] {
    return this.#former.filter(({ replacedMs }) => nowMs - replacedMs < FORMER_SHOWN_MS);
  }
}
