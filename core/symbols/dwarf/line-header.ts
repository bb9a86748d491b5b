import { numberAt } from '../../columns/at.ts';
import { skipValue } from './abbreviations.ts';
import { readText, skipForm, type UnitContext } from './attribute-values.ts';
import type { DebugTables } from './debug-tables.ts';
import { FORM, LINE_CONTENT } from './dwarf-constants.ts';
import { Cursor, textAt } from './dwarf-cursor.ts';
import { formSize } from './encoding.ts';
import { readUnitLength } from './unit.ts';

interface FileEntry {
  /** Index in the program's bytes. */
  readonly at: number;
  readonly form: number;
  readonly directory: number;
}

/** With names of files and directories. */
export interface LineHeader {
  readonly version: number;
  readonly addressSize: number;
  readonly program: number;
  readonly minimumInstruction: number;
  readonly maximumOperations: number;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly opcodeBase: number;
  /** Argument counts of each standard opcode from 1 on. */
  readonly argumentCounts: Uint8Array;
  readonly files: FileEntry[];
  readonly directories: readonly FileEntry[];
  readonly encoding: UnitContext;
}

const MOST_FORMATS = 255;

/** Enough to know a line program's length. */
export const LINE_LENGTH_BYTES = 12;

/** @returns bytes of the line program, with its length */
export function lineProgramSize(bytes: Uint8Array, offset: number, sectionSize: number, name: string): number {
  return readUnitLength(new Cursor().open(bytes, 0, bytes.length, offset, name), sectionSize).end - offset;
}

/** @param bytes the whole line program, from `offset` of `.debug_line` */
export function readLineHeader(bytes: Uint8Array, offset: number, name: string, unit: UnitContext): LineHeader {
  const cursor = new Cursor().open(bytes, 0, bytes.length, offset, name);
  const { is64 } = readUnitLength(cursor, offset + bytes.length);
  const version = cursor.u16();
  if (version < 2 || version > 5) throw cursor.unsupported('a line program of version 2 to 5', `version ${version}`);
  let { addressSize } = unit;
  if (version >= 5) {
    addressSize = cursor.u8();
    cursor.u8();
    if (addressSize !== 4 && addressSize !== 8) throw cursor.unsupported('addresses of 4 or 8 bytes', `${addressSize} bytes`);
  }
  const headerLength = cursor.sectionOffset(is64);
  const program = cursor.at + headerLength;
  if (program > bytes.length) throw cursor.malformed('a header inside the line program', `one of ${headerLength} bytes`);
  const minimumInstruction = cursor.u8();
  const maximumOperations = version >= 4 ? cursor.u8() : 1;
  cursor.u8();
  const lineBase = cursor.i8();
  const lineRange = cursor.u8();
  const opcodeBase = cursor.u8();
  const argumentCounts = new Uint8Array(256);
  for (let opcode = 1; opcode < opcodeBase; opcode++) argumentCounts[opcode] = cursor.u8();
  const encoding: UnitContext = { ...unit, version, is64, addressSize };
  const [directories, files] = version >= 5 ? [readTable(cursor, encoding), readTable(cursor, encoding)] : readOldTables(cursor);
  const parameters = { minimumInstruction, maximumOperations, lineBase, lineRange, opcodeBase, argumentCounts };
  return { version, addressSize, program, ...parameters, files, directories, encoding };
}

/** Before version 5: names up to an empty one, counted from 1. */
function readOldTables(cursor: Cursor): [FileEntry[], FileEntry[]] {
  const directories: FileEntry[] = [];
  const files: FileEntry[] = [];
  while (cursor.bytes[cursor.at] !== 0) directories.push({ at: cursor.skipText(), form: FORM.string, directory: 0 });
  cursor.skip(1);
  while (cursor.bytes[cursor.at] !== 0) files.push(readOldFile(cursor));
  return [directories, files];
}

/** Also of the opcode `define_file`. */
export function readOldFile(cursor: Cursor): FileEntry {
  const at = cursor.skipText();
  const directory = cursor.uleb();
  cursor.uleb();
  cursor.uleb();
  return { at, form: FORM.string, directory };
}

/** From version 5 on: columns, then rows, counted from 0. */
function readTable(cursor: Cursor, encoding: UnitContext): FileEntry[] {
  const columns = Math.min(cursor.u8(), MOST_FORMATS);
  const content: number[] = [];
  const forms: number[] = [];
  const sizes: number[] = [];
  for (let column = 0; column < columns; column++) {
    content.push(cursor.uleb());
    const columnForm = cursor.uleb();
    forms.push(columnForm);
    sizes.push(formSize(columnForm, encoding));
  }
  const count = cursor.uleb();
  // Rows may take no bytes, so their count could be any.
  if (count > cursor.end - cursor.at) throw cursor.malformed('a table that fits', `${count} rows`);
  const rows: FileEntry[] = [];
  for (let row = 0; row < count; row++) {
    let at = -1;
    let form = 0;
    let directory = 0;
    for (let column = 0; column < columns; column++) {
      const kind = content[column];
      const size = numberAt(sizes, column);
      if (kind === LINE_CONTENT.directory) {
        directory = numberOf(cursor, numberAt(forms, column), encoding);
        continue;
      }
      if (kind === LINE_CONTENT.path) {
        at = cursor.at;
        form = numberAt(forms, column);
      }
      if (size >= 0) cursor.skip(size);
      else skipValue(size, cursor, encoding);
    }
    rows.push({ at, form, directory });
  }
  return rows;
}

function numberOf(cursor: Cursor, form: number, encoding: UnitContext): number {
  switch (form) {
    case FORM.udata:
      return cursor.uleb();
    case FORM.data1:
      return cursor.u8();
    case FORM.data2:
      return cursor.u16();
    case FORM.data4:
      return cursor.u32();
    default:
      skipForm(cursor, form, encoding);
      return 0;
  }
}

/** Undefined when the text lies in a second file. */
export function entryText(
  entry: FileEntry,
  bytes: Uint8Array,
  offset: number,
  name: string,
  header: LineHeader,
  tables: DebugTables,
): string | undefined {
  if (entry.at < 0) return undefined;
  if (entry.form === FORM.string) return textAt(bytes, entry.at);
  return readText(new Cursor().open(bytes, entry.at, bytes.length, offset, name), entry.form, header.encoding, tables);
}
