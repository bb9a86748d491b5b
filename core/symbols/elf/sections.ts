import type { DwarfSectionName, DwarfSections, Reading, SectionBytes, Unpackers } from '../bytes/byte-source.ts';
import { Fields } from '../bytes/fields.ts';
import { partOf } from '../bytes/file-bytes.ts';
import { SymbolError } from '../bytes/symbol-error.ts';
import { type Packing, unpackedBytes } from '../bytes/unpacked-bytes.ts';
import { type Elf, type ElfSection, SectionFlag, SectionType } from './elf-headers.ts';

/** Only sections with bytes: a stripped file keeps headers of others. */
export function sectionNamed(elf: Elf, name: string): ElfSection | undefined {
  return elf.sections.find((section) => section.name === name && section.type !== SectionType.NoBits && section.size > 0);
}

export function rawSection(elf: Elf, section: ElfSection): SectionBytes {
  return partOf(elf.bytes, section.name, section.offset, section.size);
}

/** Unpacked at the first read, then kept. */
export function* plainSection(elf: Elf, section: ElfSection, unpackers: Unpackers): Reading<SectionBytes> {
  const raw = rawSection(elf, section);
  const packing = yield* packingOf(elf, section, raw);
  return packing === undefined ? raw : unpackedBytes(raw, packing, unpackers);
}

/** By the gABI's header, or GNU's older one of `.zdebug_…`. */
function* packingOf(elf: Elf, section: ElfSection, raw: SectionBytes): Reading<Packing | undefined> {
  if ((section.flags & SectionFlag.Compressed) !== 0) {
    const start = elf.wordSize === 8 ? 24 : 12;
    const header = new Fields(yield* raw.read(0, start), raw.name);
    return { method: methodOf(raw, header.u32(0)), start, size: header.word(elf.wordSize === 8 ? 8 : 4, elf.wordSize) };
  }
  if (!section.name.startsWith('.zdebug_') || raw.size < 12) return undefined;
  const header = new Fields(yield* raw.read(0, 12), raw.name);
  return header.fixedText(0, 4) === 'ZLIB' ? { method: 'zlib', start: 12, size: header.u64be(4) } : undefined;
}

/** `ch_type` (gABI, "Section Compression"). */
function methodOf(raw: SectionBytes, type: number): 'zlib' | 'zstd' {
  if (type === 1) return 'zlib';
  if (type === 2) return 'zstd';
  throw new SymbolError({ reason: 'unsupported', file: raw.name, offset: 0, expected: 'zlib or zstd', found: `compression ${type}` });
}

export const dwarfSectionNames = [
  'info',
  'abbrev',
  'line',
  'str',
  'line_str',
  'ranges',
  'rnglists',
  'addr',
  'str_offsets',
  'aranges',
  'types',
] as const satisfies readonly DwarfSectionName[];

export function* elfDwarf(elf: Elf, unpackers: Unpackers): Reading<DwarfSections | undefined> {
  const found = new Map<DwarfSectionName, SectionBytes>();
  for (const name of dwarfSectionNames) {
    const section = sectionNamed(elf, `.debug_${name}`) ?? sectionNamed(elf, `.zdebug_${name}`);
    if (section !== undefined) found.set(name, yield* plainSection(elf, section, unpackers));
  }
  if (!found.has('info') && !found.has('line')) return undefined;
  return { littleEndian: true, addressSize: elf.wordSize, get: (name) => found.get(name) };
}
