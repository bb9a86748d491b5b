import type { Arch } from '../bytes/arch.ts';
import type { Reading, Unpackers } from '../bytes/byte-source.ts';
import { byteOrZero, Fields } from '../bytes/fields.ts';
import { partOf, readWhole } from '../bytes/file-bytes.ts';
import type { SymbolIndexBuilder } from '../bytes/symbol-index.ts';
import { MAX_SYMBOL_NAME_BYTES, MAX_SYMBOL_TABLE_BYTES } from '../bytes/symbol-limits.ts';
import { type Elf, type ElfSection, SectionFlag, SectionType } from './elf-headers.ts';
import { plainSection } from './sections.ts';

const SymbolType = { None: 0, Function: 2, IndirectFunction: 10 } as const;
const SpecialSection = { Undefined: 0, Reserved: 0xff00, Extended: 0xffff } as const;
const EXTENDED_INDICES = 18;

/** Adds functions, and assembly's labels in code. @returns false without such a table */
export function* addSymbols(elf: Elf, type: 'symtab' | 'dynsym', into: SymbolIndexBuilder, unpackers: Unpackers): Reading<boolean> {
  const wanted = type === 'symtab' ? SectionType.SymbolTable : SectionType.DynamicSymbols;
  const table = elf.sections.find((section) => section.type === wanted && section.size > 0);
  if (table === undefined) return false;
  const symbols = yield* readTable(elf, table, unpackers, MAX_SYMBOL_TABLE_BYTES);
  const strings = elf.sections[table.link];
  if (strings === undefined || strings.type === SectionType.NoBits) {
    throw symbols.malformed(0, 'a section of names', `number ${table.link} of ${elf.sections.length}`);
  }
  const names = yield* readTable(elf, strings, unpackers, MAX_SYMBOL_NAME_BYTES);
  const indices = yield* extendedIndices(elf, table);
  into.startTable(names);
  const entry = elf.wordSize === 8 ? 24 : 16;
  for (let at = entry; at + entry <= symbols.size; at += entry) {
    const symbol = elf.wordSize === 8 ? symbol64(symbols, at) : symbol32(symbols, at);
    const kind = symbol.info & 15;
    if (kind !== SymbolType.None && kind !== SymbolType.Function && kind !== SymbolType.IndirectFunction) continue;
    if (symbol.nameAt === 0 || symbol.nameAt >= names.size) continue;
    const section = sectionOf(elf, symbol.section === SpecialSection.Extended ? indices?.u32((at / entry) * 4) : ordinary(symbol.section));
    if (section === undefined || (section.flags & SectionFlag.Executable) === 0) continue;
    if (kind === SymbolType.None && isMappingSymbol(names.bytes, symbol.nameAt, elf.arch)) continue;
    const start = elf.isObject ? section.address + symbol.value : codeAddress(symbol.value, elf.arch);
    into.add(start, symbol.size, section.address + section.size, symbol.nameAt);
  }
  return true;
}

/** On ARM the lowest bit marks Thumb code; the code is at the even address. */
function codeAddress(address: number, arch: Arch): number {
  return arch === 'arm' && address % 2 === 1 ? address - 1 : address;
}

/** `$a`, `$t`, `$d`, `$x`, also with a dot and suffix, mark code and data ("ELF for the Arm Architecture", 5.5.5; 5.7 for 64 bits). */
function isMappingSymbol(names: Uint8Array, at: number, arch: Arch): boolean {
  if ((arch !== 'arm' && arch !== 'arm64') || names[at] !== 0x24) return false;
  const letter = String.fromCharCode(byteOrZero(names, at + 1));
  const behind = byteOrZero(names, at + 2);
  return 'atdx'.includes(letter) && (behind === 0 || behind === 0x2e);
}

interface RawSymbol {
  readonly nameAt: number;
  readonly value: number;
  readonly size: number;
  readonly info: number;
  readonly section: number;
}

function symbol32(table: Fields, at: number): RawSymbol {
  return { nameAt: table.u32(at), value: table.u32(at + 4), size: table.u32(at + 8), info: table.u8(at + 12), section: table.u16(at + 14) };
}

function symbol64(table: Fields, at: number): RawSymbol {
  return { nameAt: table.u32(at), info: table.u8(at + 4), section: table.u16(at + 6), value: table.u64(at + 8), size: table.u64(at + 16) };
}

function ordinary(section: number): number | undefined {
  return section === SpecialSection.Undefined || section >= SpecialSection.Reserved ? undefined : section;
}

function sectionOf(elf: Elf, number: number | undefined): ElfSection | undefined {
  return number === undefined || number === 0 ? undefined : elf.sections[number];
}

/** Section numbers above 16 bits, one for each symbol (`SHT_SYMTAB_SHNDX`). */
function* extendedIndices(elf: Elf, table: ElfSection): Reading<Fields | undefined> {
  const found = elf.sections.find((section) => section.type === EXTENDED_INDICES && elf.sections[section.link] === table);
  if (found === undefined) return undefined;
  const part = partOf(elf.bytes, found.name, found.offset, found.size);
  return new Fields(yield* readWhole(part, MAX_SYMBOL_TABLE_BYTES), part.name);
}

function* readTable(elf: Elf, section: ElfSection, unpackers: Unpackers, limit: number): Reading<Fields> {
  const bytes = yield* plainSection(elf, section, unpackers);
  return new Fields(yield* readWhole(bytes, limit), bytes.name);
}
