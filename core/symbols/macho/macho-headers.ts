import type { Arch } from '../bytes/arch.ts';
import type { DwarfSectionName, DwarfSections, Reading, SectionBytes } from '../bytes/byte-source.ts';
import { Fields, hexOf } from '../bytes/fields.ts';
import { partOf, readWhole } from '../bytes/file-bytes.ts';
import { SymbolError } from '../bytes/symbol-error.ts';
import { MAX_HEADER_BYTES } from '../bytes/symbol-limits.ts';
import { MACHO_64 } from './slices.ts';

const HEADER_SIZE = 32;
const Command = { Symbols: 2, Segment64: 0x19, Uuid: 0x1b, FunctionStarts: 0x26 } as const;
const SEGMENT_SIZE = 72;
const SECTION_SIZE = 80;
/** `S_ATTR_PURE_INSTRUCTIONS` and `S_ATTR_SOME_INSTRUCTIONS`. */
const INSTRUCTIONS = 0x80000400;
/** Sections without bytes: `S_ZEROFILL`, `S_GB_ZEROFILL`, `S_THREAD_LOCAL_ZEROFILL`. */
const zeroFill = new Set([1, 12, 18]);

const fileTypes = new Map<number, Macho['fileType']>([
  [1, 'object'],
  [2, 'program'],
  [6, 'library'],
  [8, 'library'],
  [10, 'dsym'],
]);

interface MachoSection {
  readonly name: string;
  readonly segment: string;
  /** Address as linked. */
  readonly address: number;
  readonly size: number;
  /** From the slice's begin. */
  readonly offset: number;
  readonly isCode: boolean;
  readonly hasBytes: boolean;
}

interface MachoSegment {
  readonly name: string;
  readonly address: number;
  readonly memorySize: number;
  readonly offset: number;
  readonly fileSize: number;
}

interface TablePlace {
  readonly offset: number;
  readonly size: number;
}

export interface Macho {
  readonly bytes: SectionBytes;
  readonly arch: Arch;
  readonly fileType: 'object' | 'program' | 'library' | 'dsym' | 'other';
  readonly uuid: string | undefined;
  readonly segments: readonly MachoSegment[];
  /** A symbol's section 1 is at index 0. */
  readonly sections: readonly MachoSection[];
  readonly symbols: { readonly offset: number; readonly count: number; readonly names: TablePlace } | undefined;
  readonly functionStarts: TablePlace | undefined;
}

/** Headers of one architecture. */
export function* readMacho(bytes: SectionBytes): Reading<Macho> {
  const header = new Fields(yield* bytes.read(0, Math.min(HEADER_SIZE, bytes.size)), bytes.name);
  const magic = header.u32(0);
  if (magic !== MACHO_64) {
    const reason = magic === 0xfeedface || header.u32be(0) === MACHO_64 ? 'unsupported' : 'malformed';
    throw new SymbolError({
      reason,
      file: bytes.name,
      offset: 0,
      expected: 'a little-endian Mach-O file of 64 bits',
      found: `0x${magic.toString(16)}`,
    });
  }
  const arch = archOf(header);
  const part = partOf(bytes, 'load commands', HEADER_SIZE, header.u32(20));
  const commands = new Fields(yield* readWhole(part, MAX_HEADER_BYTES), bytes.name, HEADER_SIZE);
  return { bytes, arch, fileType: fileTypes.get(header.u32(12)) ?? 'other', ...readCommands(commands, header.u32(16)) };
}

function archOf(header: Fields): Arch {
  const [cpu, kind] = [header.u32(4), header.u32(8) & 0xffffff];
  if (cpu === 0x01000007) return 'x86_64';
  if (cpu === 0x0100000c) return kind === 2 ? 'arm64e' : 'arm64';
  const found = `that of CPU 0x${cpu.toString(16)}`;
  throw new SymbolError({ reason: 'unsupported', file: header.name, offset: 4, expected: 'code for arm64 or x86_64', found });
}

function readCommands(commands: Fields, count: number): Omit<Macho, 'bytes' | 'arch' | 'fileType'> {
  const segments: MachoSegment[] = [];
  const sections: MachoSection[] = [];
  let uuid: string | undefined;
  let symbols: Macho['symbols'];
  let functionStarts: TablePlace | undefined;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const size = commands.u32(at + 4);
    if (size < 8 || at + size > commands.size)
      throw commands.malformed(at + 4, 'a load command of 8 bytes or more, inside the commands', String(size));
    const command = new Fields(commands.bytes.subarray(at, at + size), commands.name, HEADER_SIZE + at);
    const kind = command.u32(0);
    if (kind === Command.Segment64) addSegment(command, segments, sections);
    else if (kind === Command.Uuid && size >= 24) uuid = hexOf(command.bytes.subarray(8, 24));
    else if (kind === Command.FunctionStarts) functionStarts = { offset: command.u32(8), size: command.u32(12) };
    else if (kind === Command.Symbols) {
      symbols = { offset: command.u32(8), count: command.u32(12), names: { offset: command.u32(16), size: command.u32(20) } };
    }
    at += size;
  }
  return { uuid, segments, sections, symbols, functionStarts };
}

function addSegment(command: Fields, segments: MachoSegment[], sections: MachoSection[]): void {
  segments.push({
    name: command.fixedText(8, 16),
    address: command.u64(24),
    memorySize: command.u64(32),
    offset: command.u64(40),
    fileSize: command.u64(48),
  });
  const count = command.u32(64);
  for (let i = 0; i < count; i++) {
    const at = SEGMENT_SIZE + i * SECTION_SIZE;
    const flags = command.u32(at + 64);
    sections.push({
      name: command.fixedText(at, 16),
      segment: command.fixedText(at + 16, 16),
      address: command.u64(at + 32),
      size: command.u64(at + 40),
      offset: command.u32(at + 48),
      isCode: (flags & INSTRUCTIONS) !== 0,
      hasBytes: !zeroFill.has(flags & 0xff),
    });
  }
}

/** Section names are cut at 16 bytes. */
const names: Readonly<Record<DwarfSectionName, string>> = {
  info: '__debug_info',
  abbrev: '__debug_abbrev',
  line: '__debug_line',
  str: '__debug_str',
  line_str: '__debug_line_str',
  ranges: '__debug_ranges',
  rnglists: '__debug_rnglists',
  addr: '__debug_addr',
  str_offsets: '__debug_str_offs',
  aranges: '__debug_aranges',
  types: '__debug_types',
};

export function machoDwarf(macho: Macho): DwarfSections | undefined {
  const found = new Map<string, SectionBytes>();
  for (const section of macho.sections) {
    if (section.segment !== '__DWARF' || !section.hasBytes || found.has(section.name)) continue;
    found.set(section.name, partOf(macho.bytes, section.name, section.offset, section.size));
  }
  if (!found.has(names.info) && !found.has(names.line)) return undefined;
  return { littleEndian: true, addressSize: 8, get: (name) => found.get(names[name]) };
}
