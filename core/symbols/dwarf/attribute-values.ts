import { skipValue } from './abbreviations.ts';
import type { DebugTables } from './debug-tables.ts';
import { FORM } from './dwarf-constants.ts';
import type { Cursor } from './dwarf-cursor.ts';
import { textAt } from './dwarf-cursor.ts';
import { type Encoding, formSize } from './encoding.ts';

export interface UnitContext extends Encoding {
  /** In `.debug_info`; references count from here. */
  readonly offset: number;
  readonly stringOffsetsBase: number;
  readonly addressBase: number;
  readonly rangeListsBase: number;
}

/**
 * Addresses are looked up; references become offsets in `.debug_info`.
 * @returns undefined, after skipping it, for a value that is no number or lies in a second file
 */
export function readNumber(cursor: Cursor, form: number, implicit: number, unit: UnitContext, tables: DebugTables): number | undefined {
  switch (form) {
    case FORM.data1:
    case FORM.flag:
      return cursor.u8();
    case FORM.data2:
      return cursor.u16();
    case FORM.data4:
      return cursor.u32();
    case FORM.data8:
      return cursor.u64();
    case FORM.udata:
      return cursor.uleb();
    case FORM.sdata:
      return cursor.sleb();
    case FORM.implicitConst:
      return implicit;
    case FORM.flagPresent:
      return 1;
    case FORM.addr:
      return cursor.sized(unit.addressSize);
    case FORM.secOffset:
      return cursor.sectionOffset(unit.is64);
    case FORM.refAddr:
      return unit.version <= 2 ? cursor.sized(unit.addressSize) : cursor.sectionOffset(unit.is64);
    case FORM.ref1:
      return unit.offset + cursor.u8();
    case FORM.ref2:
      return unit.offset + cursor.u16();
    case FORM.ref4:
      return unit.offset + cursor.u32();
    case FORM.ref8:
      return unit.offset + cursor.u64();
    case FORM.refUdata:
      return unit.offset + cursor.uleb();
    case FORM.addrx:
    case FORM.gnuAddrIndex:
      return tables.address(cursor.uleb(), unit);
    case FORM.addrx1:
      return tables.address(cursor.u8(), unit);
    case FORM.addrx2:
      return tables.address(cursor.u16(), unit);
    case FORM.addrx3:
      return tables.address(cursor.u24(), unit);
    case FORM.addrx4:
      return tables.address(cursor.u32(), unit);
    case FORM.rnglistx:
      return tables.rangeList(cursor.uleb(), unit);
    case FORM.indirect:
      return readNumber(cursor, innerForm(cursor), 0, unit, tables);
    default:
      skipForm(cursor, form, unit);
      return undefined;
  }
}

/** Undefined, after skipping it, for a value that is no text or lies in a second file. */
export function readText(cursor: Cursor, form: number, unit: UnitContext, tables: DebugTables): string | undefined {
  switch (form) {
    case FORM.string:
      return textAt(cursor.bytes, cursor.skipText());
    case FORM.strp:
      return tables.text('str', cursor.sectionOffset(unit.is64));
    case FORM.lineStrp:
      return tables.text('line_str', cursor.sectionOffset(unit.is64));
    case FORM.strx:
    case FORM.gnuStrIndex:
      return tables.indexedText(cursor.uleb(), unit);
    case FORM.strx1:
      return tables.indexedText(cursor.u8(), unit);
    case FORM.strx2:
      return tables.indexedText(cursor.u16(), unit);
    case FORM.strx3:
      return tables.indexedText(cursor.u24(), unit);
    case FORM.strx4:
      return tables.indexedText(cursor.u32(), unit);
    case FORM.indirect:
      return readText(cursor, innerForm(cursor), unit, tables);
    default:
      skipForm(cursor, form, unit);
      return undefined;
  }
}

export function skipForm(cursor: Cursor, form: number, encoding: Encoding): void {
  const size = formSize(form, encoding);
  if (size >= 0) cursor.skip(size);
  else skipValue(size, cursor, encoding);
}

/** The other forms are distances from an address. */
export function isAddress(form: number): boolean {
  return form === FORM.addr || form === FORM.addrx || form === FORM.gnuAddrIndex || (form >= FORM.addrx1 && form <= FORM.addrx4);
}

function innerForm(cursor: Cursor): number {
  const form = cursor.uleb();
  if (form === FORM.indirect || form === FORM.implicitConst)
    throw cursor.malformed('a form', `form 0x${form.toString(16)} behind an indirect one`);
  return form;
}
