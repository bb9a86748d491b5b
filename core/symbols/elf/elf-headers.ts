import type { Arch } from '../bytes/arch.ts';
import type { Reading, SectionBytes } from '../bytes/byte-source.ts';
import { Fields } from '../bytes/fields.ts';
import { partOf, readWhole } from '../bytes/file-bytes.ts';
import { SymbolError } from '../bytes/symbol-error.ts';
import { MAX_HEADER_BYTES, MAX_SECTION_NAME_BYTES, MAX_TABLE_BYTES } from '../bytes/symbol-limits.ts';

export const SectionType = { SymbolTable: 2, Note: 7, NoBits: 8, DynamicSymbols: 11 } as const;
export const SectionFlag = { Executable: 4, Compressed: 0x800 } as const;
const SegmentType = { Load: 1, Note: 4 } as const;

/** `e_machine` of phones and their simulators. */
const machines = new Map<number, Arch>([
  [3, 'x86'],
  [40, 'arm'],
  [62, 'x86_64'],
  [183, 'arm64'],
]);

export interface ElfSection {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  /** Address as linked; 0 for sections that aren't loaded. */
  readonly address: number;
  readonly offset: number;
  readonly size: number;
  /** For symbol tables: the section of their names. */
  readonly link: number;
  readonly align: number;
}

interface ElfSegment {
  readonly type: 'load' | 'note';
  readonly offset: number;
  /** Address as linked. */
  readonly address: number;
  readonly fileSize: number;
  readonly memorySize: number;
  readonly align: number;
}

export interface Elf {
  readonly bytes: SectionBytes;
  readonly wordSize: 4 | 8;
  readonly arch: Arch;
  /** An object file's sections all begin at 0 and its addresses wait for a linker. */
  readonly isObject: boolean;
  /** By number; the first is the empty one. */
  readonly sections: readonly ElfSection[];
  /** Loaded ones, and those with notes. */
  readonly segments: readonly ElfSegment[];
}

/** True for the first four bytes of an ELF file. */
export function isElf(head: Uint8Array): boolean {
  return head[0] === 0x7f && head[1] === 0x45 && head[2] === 0x4c && head[3] === 0x46;
}

/** @throws SymbolError for damaged headers and unknown machines */
export function* readElf(bytes: SectionBytes): Reading<Elf> {
  const ident = new Fields(yield* bytes.read(0, Math.min(64, bytes.size)), bytes.name);
  if (!isElf(ident.bytes)) throw ident.malformed(0, 'an ELF file');
  const wordSize = wordSizeOf(ident);
  const machine = ident.u16(18);
  const arch = machines.get(machine);
  if (arch === undefined) throw unsupported(bytes, 18, 'code for ARM or x86', `that of machine ${machine}`);
  const header = tableFields(ident, wordSize);
  const first = yield* firstSection(bytes, header);
  const sections = yield* readSections(bytes, wordSize, {
    ...header,
    // Numbers above 16 bits are in the first section (gABI, "ELF Header").
    sections: header.sections === 0 ? (first?.size ?? 0) : header.sections,
    names: header.names === 0xffff ? (first?.link ?? 0) : header.names,
  });
  const segments = yield* readSegments(bytes, wordSize, header.segments === 0xffff ? (first?.info ?? 0) : header.segments, header);
  return { bytes, wordSize, arch, isObject: ident.u16(16) === 1, sections, segments };
}

function wordSizeOf(ident: Fields): 4 | 8 {
  const bits = ident.u8(4);
  if (bits !== 1 && bits !== 2) throw ident.malformed(4, 'a class of 1 or 2', String(bits));
  if (ident.u8(5) !== 1) throw unsupported({ name: 'an ELF file' }, 5, 'little-endian code', 'big-endian code');
  return bits === 2 ? 8 : 4;
}

interface Tables {
  readonly segmentsAt: number;
  readonly sectionsAt: number;
  readonly segmentSize: number;
  readonly segments: number;
  readonly sectionSize: number;
  readonly sections: number;
  readonly names: number;
}

function tableFields(header: Fields, wordSize: 4 | 8): Tables {
  const sizes = wordSize === 8 ? 52 : 40;
  return {
    segmentsAt: header.word(wordSize === 8 ? 32 : 28, wordSize),
    sectionsAt: header.word(wordSize === 8 ? 40 : 32, wordSize),
    segmentSize: header.u16(sizes + 2),
    segments: header.u16(sizes + 4),
    sectionSize: header.u16(sizes + 6),
    sections: header.u16(sizes + 8),
    names: header.u16(sizes + 10),
  };
}

interface SectionHeader extends Omit<ElfSection, 'name'> {
  readonly nameAt: number;
  readonly info: number;
}

function* firstSection(bytes: SectionBytes, tables: Tables): Reading<SectionHeader | undefined> {
  if (tables.sectionsAt === 0) return undefined;
  const wordSize = tables.sectionSize === 64 ? 8 : 4;
  const part = partOf(bytes, 'section headers', tables.sectionsAt, wordSize === 8 ? 64 : 40);
  return sectionHeader(new Fields(yield* part.read(0, part.size), bytes.name, tables.sectionsAt), 0, wordSize);
}

function* readSections(bytes: SectionBytes, wordSize: 4 | 8, tables: Tables): Reading<readonly ElfSection[]> {
  if (tables.sectionsAt === 0 || tables.sections === 0) return [];
  const least = wordSize === 8 ? 64 : 40;
  if (tables.sectionSize < least) throw tooSmall(bytes, 'section headers', least, tables.sectionSize);
  const part = partOf(bytes, 'section headers', tables.sectionsAt, tables.sections * tables.sectionSize);
  const fields = new Fields(yield* readWhole(part, MAX_HEADER_BYTES), bytes.name, tables.sectionsAt);
  const headers = Array.from({ length: tables.sections }, (_, i) => sectionHeader(fields, i * tables.sectionSize, wordSize));
  const strings = headers[tables.names];
  if (strings === undefined) throw fields.malformed(0, 'a section of section names', `number ${tables.names} of ${headers.length}`);
  const names = new Fields(
    yield* readWhole(
      partOf(bytes, 'section names', strings.offset, strings.type === SectionType.NoBits ? 0 : strings.size),
      MAX_TABLE_BYTES,
    ),
    `${bytes.name} section names`,
  );
  return headers.map(({ nameAt, info: _, ...header }) => ({
    name: nameAt < names.size ? names.text(nameAt, MAX_SECTION_NAME_BYTES) : '',
    ...header,
  }));
}

function sectionHeader(fields: Fields, at: number, wordSize: 4 | 8): SectionHeader {
  const word = (i: number): number => fields.word(at + 8 + i * wordSize, wordSize);
  const behind = at + 8 + 4 * wordSize;
  return {
    nameAt: fields.u32(at),
    type: fields.u32(at + 4),
    flags: word(0),
    address: word(1),
    offset: word(2),
    size: word(3),
    link: fields.u32(behind),
    info: fields.u32(behind + 4),
    align: fields.word(behind + 8, wordSize),
  };
}

function* readSegments(bytes: SectionBytes, wordSize: 4 | 8, count: number, tables: Tables): Reading<readonly ElfSegment[]> {
  if (tables.segmentsAt === 0 || count === 0) return [];
  const least = wordSize === 8 ? 56 : 32;
  if (tables.segmentSize < least) throw tooSmall(bytes, 'segment headers', least, tables.segmentSize);
  const part = partOf(bytes, 'segment headers', tables.segmentsAt, count * tables.segmentSize);
  const fields = new Fields(yield* readWhole(part, MAX_HEADER_BYTES), bytes.name, tables.segmentsAt);
  const segments: ElfSegment[] = [];
  for (let i = 0; i < count; i++) {
    const at = i * tables.segmentSize;
    const kind = fields.u32(at);
    if (kind !== SegmentType.Load && kind !== SegmentType.Note) continue;
    // 64 bits: type, flags, offset …; 32 bits: type, offset …, flags before the alignment.
    const word = (n: number): number => fields.word(at + (wordSize === 8 ? 8 : 4) + n * wordSize, wordSize);
    segments.push({
      type: kind === SegmentType.Load ? 'load' : 'note',
      offset: word(0),
      address: word(1),
      fileSize: word(3),
      memorySize: word(4),
      align: wordSize === 8 ? word(5) : fields.u32(at + 28),
    });
  }
  return segments;
}

function tooSmall(bytes: SectionBytes, what: string, least: number, found: number): SymbolError {
  return new SymbolError({
    reason: 'malformed',
    file: bytes.name,
    offset: 0,
    expected: `${what} of at least ${least} bytes`,
    found: String(found),
  });
}

function unsupported(bytes: { readonly name: string }, offset: number, expected: string, found: string): SymbolError {
  return new SymbolError({ reason: 'unsupported', file: bytes.name, offset, expected, found });
}
