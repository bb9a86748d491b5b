import { SymbolError } from '../bytes/symbol-error.ts';
import { UNIT } from './dwarf-constants.ts';
import type { Cursor } from './dwarf-cursor.ts';
import type { Encoding } from './encoding.ts';

/** Offsets in `.debug_info`. */
export interface UnitHeader extends Encoding {
  readonly offset: number;
  /** Begin of the next unit. */
  readonly end: number;
  readonly root: number;
  readonly abbreviations: number;
  /** One of `UNIT`; `compile` before version 5. */
  readonly type: number;
}

/** Bytes. */
export const LONGEST_UNIT_HEADER = 40;

/** @throws SymbolError also for versions but 2 to 5 */
export function readUnitHeader(cursor: Cursor, sectionSize: number): UnitHeader {
  const { offset } = cursor;
  const { is64, end } = readUnitLength(cursor, sectionSize);
  const version = cursor.u16();
  if (version < 2 || version > 5) throw cursor.unsupported('DWARF version 2 to 5', `version ${version}`);
  let type: number = UNIT.compile;
  let addressSize: number;
  let abbreviations: number;
  if (version >= 5) {
    type = cursor.u8();
    addressSize = cursor.u8();
    abbreviations = cursor.sectionOffset(is64);
    if (type === UNIT.skeleton || type === UNIT.splitCompile) cursor.skip(8);
    else if (type === UNIT.type || type === UNIT.splitType) cursor.skip(8 + (is64 ? 8 : 4));
  } else {
    abbreviations = cursor.sectionOffset(is64);
    addressSize = cursor.u8();
  }
  if (addressSize !== 4 && addressSize !== 8) throw cursor.unsupported('addresses of 4 or 8 bytes', `${addressSize} bytes`);
  if (cursor.offset > end) throw cursor.malformed('a header inside its unit', `the unit's end at 0x${end.toString(16)}`);
  return { offset, end, root: cursor.offset, version, is64, addressSize, abbreviations, type };
}

/** The length that begins units and line programs. */
export function readUnitLength(cursor: Cursor, sectionSize: number): { readonly is64: boolean; readonly end: number } {
  const { offset, name } = cursor;
  let length = cursor.u32();
  const is64 = length === 0xffff_ffff;
  if (is64) length = cursor.u64();
  else if (length >= 0xffff_fff0) throw cursor.unsupported('a length', `0x${length.toString(16)}`);
  const end = cursor.offset + length;
  if (end > sectionSize) {
    const found = `a length of ${length} bytes, ${end - sectionSize} too many`;
    throw new SymbolError({ reason: 'malformed', file: name, offset, expected: 'a length within the section', found });
  }
  return { is64, end };
}
