import type { Reading } from '../bytes/byte-source.ts';
import { Fields } from '../bytes/fields.ts';
import { partOf, readWhole } from '../bytes/file-bytes.ts';
import { type SymbolIndex, SymbolIndexBuilder } from '../bytes/symbol-index.ts';
import { MAX_HEADER_BYTES, MAX_SYMBOL_NAME_BYTES, MAX_SYMBOL_TABLE_BYTES } from '../bytes/symbol-limits.ts';
import type { Macho } from './macho-headers.ts';

/** One entry of a symbol table (`struct nlist_64`). */
export const NLIST_SIZE = 16;
const STAB_BITS = 0xe0;
const TYPE_BITS = 0x0e;
const IN_SECTION = 0x0e;

export interface RawSymbols {
  readonly table: Fields;
  readonly names: Fields;
  readonly count: number;
}

/** @param limit in bytes */
export function* readRawSymbols(macho: Macho, limit = MAX_SYMBOL_TABLE_BYTES): Reading<RawSymbols | undefined> {
  const { bytes, symbols } = macho;
  if (symbols === undefined || symbols.count === 0) return undefined;
  const table = partOf(bytes, 'symbol table', symbols.offset, symbols.count * NLIST_SIZE);
  const names = partOf(bytes, 'symbol names', symbols.names.offset, symbols.names.size);
  return {
    table: new Fields(yield* readWhole(table, limit), table.name),
    names: new Fields(yield* readWhole(names, MAX_SYMBOL_NAME_BYTES), names.name),
    count: symbols.count,
  };
}

/** The table has no sizes: a function ends where the next begins, by symbols and `LC_FUNCTION_STARTS`, which includes stripped ones. */
export function* machoSymbols(macho: Macho): Reading<SymbolIndex> {
  const builder = new SymbolIndexBuilder();
  const raw = yield* readRawSymbols(macho);
  if (raw !== undefined) addFunctions(macho, raw, builder);
  return builder.build(yield* readFunctionStarts(macho));
}

function addFunctions(macho: Macho, { table, names, count }: RawSymbols, builder: SymbolIndexBuilder): void {
  builder.startTable(names);
  for (let i = 0; i < count; i++) {
    const at = i * NLIST_SIZE;
    const type = table.u8(at + 4);
    if ((type & STAB_BITS) !== 0 || (type & TYPE_BITS) !== IN_SECTION) continue;
    const section = macho.sections[table.u8(at + 5) - 1];
    const address = table.u64(at + 8);
    // `__mh_execute_header` and the like name a section but precede it.
    if (section?.isCode !== true || address < section.address || address >= section.address + section.size) continue;
    const nameOffset = table.u32(at);
    if (nameOffset === 0 || nameOffset >= names.size) continue;
    if (macho.fileType === 'object' && isTemporary(names, nameOffset)) continue;
    builder.add(address, 0, section.address + section.size, names.bytes[nameOffset] === 0x5f ? nameOffset + 1 : nameOffset);
  }
}

/** `ltmp0` and `L…` are marks of the assembler. */
function isTemporary(names: Fields, at: number): boolean {
  const letter = names.bytes[at];
  return letter === 0x4c || (letter === 0x6c && names.fixedText(at, Math.min(4, names.size - at)) === 'ltmp');
}

/** Ascending, as linked. Unsigned LEB128 differences from `__TEXT`'s address, up to a zero. */
export function* readFunctionStarts(macho: Macho): Reading<Float64Array> {
  const text = macho.segments.find(({ name }) => name === '__TEXT');
  const place = macho.functionStarts;
  if (text === undefined || place === undefined || place.size === 0) return new Float64Array(0);
  const part = partOf(macho.bytes, 'function starts', place.offset, place.size);
  const fields = new Fields(yield* readWhole(part, MAX_HEADER_BYTES), part.name);
  const starts = new Float64Array(fields.size);
  let count = 0;
  let address = text.address;
  for (let at = 0; at < fields.size; ) {
    let difference = 0;
    let scale = 1;
    let byte: number;
    do {
      if (scale > 2 ** 63) throw fields.malformed(at, 'a difference of at most 10 bytes');
      byte = fields.u8(at++);
      difference += (byte & 0x7f) * scale;
      scale *= 128;
    } while (byte >= 0x80);
    if (difference === 0) break;
    address += difference;
    starts[count++] = address;
  }
  return starts.slice(0, count);
}
