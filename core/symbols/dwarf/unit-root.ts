import { float64At, uint16At, uint32At } from '../../columns/at.ts';
import type { AbbreviationTable } from './abbreviations.ts';
import { isAddress, readNumber, readText, type UnitContext } from './attribute-values.ts';
import type { DebugTables } from './debug-tables.ts';
import { ATTRIBUTE, CPP_LANGUAGES, UNIT } from './dwarf-constants.ts';
import type { Cursor } from './dwarf-cursor.ts';
import { type RangeSink, readRangeList } from './range-list.ts';
import type { UnitHeader } from './unit.ts';

/** A unit with its root entry's values. */
export interface Unit extends UnitHeader, UnitContext {
  readonly index: number;
  /** The first address, or 0: range lists count from it. */
  readonly base: number;
  /** Offset of the line program in `.debug_line`. */
  readonly lines: number | undefined;
  /** Its entries are in a `.dwo` file; here are only ranges and lines. */
  readonly isSplit: boolean;
  readonly isCpp: boolean;
}

/** @param cursor at the root entry */
export function readUnitRoot(
  header: UnitHeader,
  index: number,
  cursor: Cursor,
  table: AbbreviationTable,
  zeroIsDead: boolean,
  tables: DebugTables,
  ranges: RangeSink,
): Unit {
  const start = cursor.at;
  // Other attributes refer to the bases.
  const bases = { stringOffsetsBase: header.is64 ? 16 : 8, addressBase: header.is64 ? 16 : 8, rangeListsBase: 0 };
  const context: UnitContext = { ...header, ...bases };
  eachAttribute(cursor, table, header, (attribute, form, implicit) => {
    if (attribute === ATTRIBUTE.stringOffsetsBase) bases.stringOffsetsBase = readNumber(cursor, form, implicit, context, tables) ?? 0;
    else if (attribute === ATTRIBUTE.addressBase) bases.addressBase = readNumber(cursor, form, implicit, context, tables) ?? 0;
    else if (attribute === ATTRIBUTE.rangeListsBase) bases.rangeListsBase = readNumber(cursor, form, implicit, context, tables) ?? 0;
    else return false;
    return true;
  });
  const full: UnitContext = { ...header, ...bases };
  let low: number | undefined;
  let high: number | undefined;
  let highIsAddress = false;
  let list: number | undefined;
  let lines: number | undefined;
  let isCpp = false;
  let isSplit = header.type === UNIT.skeleton;
  cursor.at = start;
  eachAttribute(cursor, table, header, (attribute, form, implicit) => {
    if (attribute === ATTRIBUTE.lowPc) low = readNumber(cursor, form, implicit, full, tables);
    else if (attribute === ATTRIBUTE.highPc) {
      high = readNumber(cursor, form, implicit, full, tables);
      highIsAddress = isAddress(form);
    } else if (attribute === ATTRIBUTE.ranges) list = readNumber(cursor, form, implicit, full, tables);
    else if (attribute === ATTRIBUTE.language) isCpp = CPP_LANGUAGES.has(readNumber(cursor, form, implicit, full, tables) ?? 0);
    else if (attribute === ATTRIBUTE.lineTable) lines = readNumber(cursor, form, implicit, full, tables);
    else {
      if (attribute === ATTRIBUTE.splitName || attribute === ATTRIBUTE.gnuSplitName) isSplit = true;
      return false;
    }
    return true;
  });
  const base = low ?? 0;
  if (list !== undefined) readRangeList(list, full, base, zeroIsDead, tables, ranges);
  else if (low !== undefined && high !== undefined)
    pushRange(low, highIsAddress ? high : low + high, header.addressSize, zeroIsDead, ranges);
  return { ...full, ...header, index, base, lines, isSplit, isCpp };
}

export function readUnitTexts(
  unit: Unit,
  cursor: Cursor,
  table: AbbreviationTable,
  tables: DebugTables,
): { readonly name: string; readonly directory: string } {
  let name = '';
  let directory = '';
  eachAttribute(cursor, table, unit, (attribute, form) => {
    if (attribute === ATTRIBUTE.name) name = readText(cursor, form, unit, tables) ?? '';
    else if (attribute === ATTRIBUTE.compilationDirectory) directory = readText(cursor, form, unit, tables) ?? '';
    else return false;
    return true;
  });
  return { name, directory };
}

/** Leaves out empty ranges and removed code. */
export function pushRange(low: number, high: number, addressSize: number, zeroIsDead: boolean, ranges: RangeSink): void {
  const limit = addressSize === 4 ? 0xffff_fffe : 2 ** 53;
  if (low < high && low < limit && (low > 0 || !zeroIsDead)) ranges.push(low, high);
}

/** `read` returns false to skip an attribute. An empty entry has none. */
function eachAttribute(
  cursor: Cursor,
  table: AbbreviationTable,
  header: UnitHeader,
  read: (attribute: number, form: number, implicit: number) => boolean,
): void {
  const code = cursor.uleb();
  if (code === 0) return;
  const row = table.rowOf(code);
  if (row < 0) throw cursor.malformed(`an abbreviation of the table at 0x${header.abbreviations.toString(16)}`, `code ${code}`);
  const end = uint32At(table.first, row + 1);
  for (let at = uint32At(table.first, row); at < end; at++) {
    const form = uint16At(table.form, at);
    if (!read(uint16At(table.attribute, at), form, float64At(table.implicit, at))) table.skipAttribute(at, cursor);
  }
}
