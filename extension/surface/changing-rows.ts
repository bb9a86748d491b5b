/** The time in which a person or the window may still mean the former rows, also over a slow connection. */
const FORMER_SHOWN_MS = 700;

interface ChangingRow {
  readonly key: string;
  /** Separators can't be chosen. */
  readonly isChoosable: boolean;
}

/**
 * Rows that are replaced while a person chooses. VS Code reports a choice by the row's position, so one made just before a replacement
 * would be another row.
 */
export class ChangingRows<Row> {
  readonly #describe: (row: Row) => ChangingRow;
  #former: readonly ChangingRow[] = [];
  #rows: readonly Row[] = [];
  #shown: readonly ChangingRow[] = [];
  #kept: Row | undefined;
  #replacedMs = -Infinity;

  /** @param describe its keys differ for rows that mean different things */
  constructor(describe: (row: Row) => ChangingRow) {
    this.#describe = describe;
  }

  /** @param kept was active before, and still is: the row that Enter takes */
  replace(rows: readonly Row[], nowMs: number, kept?: Row): void {
    const shown = rows.map(this.#describe);
    if (shown.length !== this.#shown.length || shown.some(({ key }, at) => key !== this.#shown[at]?.key)) {
      this.#former = this.#shown;
      this.#replacedMs = nowMs;
    }
    this.#rows = rows;
    this.#shown = shown;
    this.#kept = kept;
  }

  /** The row that was meant: soon after a change the one that stood at this position, wherever it is; undefined if it is gone. */
  meant(row: Row | undefined, nowMs: number): Row | undefined {
    if (row === undefined) return undefined;
    const at = this.#rows.indexOf(row);
    const former = nowMs - this.#replacedMs < FORMER_SHOWN_MS ? this.#former[at] : undefined;
    const isMeant = former?.isChoosable !== true || row === this.#kept;
    const meant = isMeant ? row : this.#rows[this.#shown.findIndex(({ key }) => key === former.key)];
    return meant !== undefined && this.#describe(meant).isChoosable ? meant : undefined;
  }
}
