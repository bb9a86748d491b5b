import { numberAt } from '../../columns/at.ts';
import { firstIndex } from '../../columns/sorted.ts';
/** Columns whose rows are ordered by the time up to which they are known. */
export interface OrderedRows {
  readonly length: number;
  /** Rows that went so far: whoever keeps a row number moves it by what was added since. */
  readonly droppedRows: number;
  /** Session time up to which a row is known. */
  rowEndUs(row: number): number;
  /** Forgets the first rows: the next one is row 0 then. */
  dropFirst(rows: number): void;
}

/** Rows before a time that stay: what joins one to the next is then known for all behind it. */
const KEPT_ROWS = 2;
/** Times that are looked at to find out how old rows are. */
const MOST_TIMES = 4_096;

/** The time up to which this share of all rows is known, nearly. */
export function timeOfShare(columns: readonly OrderedRows[], share: number): number {
  const rows = columns.reduce((sum, { length }) => sum + length, 0);
  const step = Math.max(1, Math.floor(rows / MOST_TIMES));
  const timesUs: number[] = [];
  let next = step - 1;
  for (const each of columns) {
    for (; next < each.length; next += step) timesUs.push(each.rowEndUs(next));
    next -= each.length;
  }
  timesUs.sort((a, b) => a - b);
  return numberAt(timesUs, Math.max(0, Math.ceil(timesUs.length * share) - 1));
}

/** Drops rows that ended up to a time, but for the last ones. */
export function dropRowsUpTo(columns: readonly OrderedRows[], timeUs: number): void {
  for (const each of columns) {
    const rows = rowsUpTo(each, timeUs) - KEPT_ROWS;
    if (rows > 0) each.dropFirst(rows);
  }
}

/** How many rows ended up to a time. */
function rowsUpTo(columns: OrderedRows, timeUs: number): number {
  return firstIndex(columns.length, (row) => columns.rowEndUs(row) > timeUs);
}
