import { numberAt } from '../../columns/at.ts';
import { firstIndex } from '../../columns/sorted.ts';
/** Columns ordered by their last known time. */
export interface OrderedRows {
  readonly length: number;
  /** Kept row numbers move by the increase. */
  readonly droppedRows: number;
  rowEndUs(row: number): number;
  dropFirst(rows: number): void;
}

/** The next rows depend on these. */
const KEPT_ROWS = 2;
/** Bound of inspected times. */
const MOST_TIMES = 4_096;

/** Approximate end of the oldest rows with this share. */
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

/** Except the last ones. */
export function dropRowsUpTo(columns: readonly OrderedRows[], timeUs: number): void {
  for (const each of columns) {
    const rows = rowsUpTo(each, timeUs) - KEPT_ROWS;
    if (rows > 0) each.dropFirst(rows);
  }
}

function rowsUpTo(columns: OrderedRows, timeUs: number): number {
  return firstIndex(columns.length, (row) => columns.rowEndUs(row) > timeUs);
}
