import { byteOrZero } from '../bytes/fields.ts';
import type { AbbreviationTable } from './abbreviations.ts';
import { FORM } from './dwarf-constants.ts';
import type { Cursor } from './dwarf-cursor.ts';

/**
 * The next sibling, by this entry's reference.
 * @param at index behind the abbreviation code
 * @returns index in the cursor's bytes; always above `at`, so that siblings form no circle
 */
export function siblingOf(row: number, at: number, table: AbbreviationTable, cursor: Cursor): number {
  const before = table.siblingAt[row] ?? -1;
  let target: number;
  if (before >= 0 && table.siblingForm[row] === FORM.ref4 && at + before + 4 <= cursor.end) {
    const { bytes } = cursor;
    const p = at + before;
    target =
      (byteOrZero(bytes, p) | (byteOrZero(bytes, p + 1) << 8) | (byteOrZero(bytes, p + 2) << 16) | (byteOrZero(bytes, p + 3) << 24)) >>> 0;
  } else {
    cursor.at = at;
    target = table.sibling(row, cursor);
  }
  if (!(target > at && target <= cursor.end)) {
    cursor.at = at;
    throw cursor.malformed('a sibling behind the entry and inside the unit', `a reference to 0x${target.toString(16)} of the unit`);
  }
  return target;
}

/** Expects the cursor behind the code. */
export function rowOf(code: number, entry: number, table: AbbreviationTable, cursor: Cursor): number {
  const row = table.rowOf(code);
  if (row >= 0) return row;
  cursor.at = entry;
  throw cursor.malformed('an abbreviation of the unit', `code ${code}, which its table of ${table.count} doesn't have`);
}
