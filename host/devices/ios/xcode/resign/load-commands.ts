import { Fields } from '../../../../../core/symbols/bytes/fields.ts';

/** `mach-o/loader.h` and `mach-o/fat.h`. */
const FAT = 0xcafebabe;
const FAT_64 = 0xcafebabf;
const MACHO_64 = 0xfeedfacf;
const ARM64 = 0x0100000c;
export const HEADER_BYTES = 32;
const Command = { Segment64: 0x19, EncryptionInfo64: 0x2c, Rpath: 0x8000001c, CodeSignature: 0x1d, BuildVersion: 0x32 } as const;
/** `PLATFORM_IOS` and `PLATFORM_IOSSIMULATOR` of `mach-o/loader.h`. */
const Platform = { ios: 2, simulator: 7 } as const;
export const LOAD_WEAK_DYLIB = 0x80000018;
/** `LC_LOAD_DYLIB`, `LC_LOAD_WEAK_DYLIB`, `LC_REEXPORT_DYLIB`, `LC_LOAD_UPWARD_DYLIB`, `LC_LAZY_LOAD_DYLIB`. */
const loads = new Set([0xc, LOAD_WEAK_DYLIB, 0x8000001f, 0x80000023, 0x20]);
const SEGMENT_BYTES = 72;
const SECTION_BYTES = 80;
const MAX_SLICES = 16;
const MAX_COMMANDS = 10_000;

/** One architecture of an executable. */
export interface LoadCommands {
  /** In the file. */
  readonly start: number;
  readonly cpu: number;
  readonly count: number;
  /** Length of all commands. */
  readonly bytes: number;
  /** Between the last command and the first section. */
  readonly room: number;
  /** Install names. */
  readonly libraries: readonly string[];
  readonly rpaths: readonly string[];
  /** True for apps of the App Store. */
  readonly isEncrypted: boolean;
  readonly isSigned: boolean;
  /** `LC_BUILD_VERSION`; undefined before 2018, when simulators had no arm64. */
  readonly platform: number | undefined;
  /** The oldest system and its position; undefined without `LC_BUILD_VERSION`. */
  readonly minimum: MinimumSystem | undefined;
}

interface MinimumSystem {
  readonly at: number;
  /** Nibbles `xxxx.yy.zz`: 0x001a0300 is 26.3. */
  readonly version: number;
}

/**
 * Of every 64-bit slice.
 * @param name for errors
 * @throws SymbolError for other or contradictory files
 */
export function loadCommandsOf(file: Uint8Array, name: string): readonly LoadCommands[] {
  const fields = new Fields(file, name);
  const magic = fields.u32be(0);
  if (magic !== FAT && magic !== FAT_64) return [sliceAt(file, name, 0, file.length)];
  const [entryBytes, count] = [magic === FAT_64 ? 32 : 20, fields.u32be(4)];
  if (count > MAX_SLICES) throw fields.malformed(4, `at most ${MAX_SLICES} architectures`, String(count));
  return Array.from({ length: count }, (_, i) => {
    const at = 8 + i * entryBytes + 8;
    const [start, size] = magic === FAT_64 ? [fields.u64be(at), fields.u64be(at + 8)] : [fields.u32be(at), fields.u32be(at + 4)];
    if (start + size > file.length) throw fields.malformed(at, 'a slice inside the file', `${size} bytes at ${start}`);
    return sliceAt(file, name, start, size);
  });
}

export function isForPhones({ cpu, platform }: LoadCommands): boolean {
  return cpu === ARM64 && (platform === undefined || platform === Platform.ios);
}

/** Simulators share the phones' processor on newer Macs. */
export function isForSimulators({ platform }: LoadCommands): boolean {
  return platform === Platform.simulator;
}

function sliceAt(file: Uint8Array, name: string, start: number, size: number): LoadCommands {
  const fields = new Fields(file.subarray(start, start + size), name, start);
  const magic = fields.u32(0);
  if (magic !== MACHO_64) throw fields.malformed(0, 'a little-endian Mach-O file of 64 bits', `0x${magic.toString(16)}`);
  const [cpu, count, bytes] = [fields.u32(4), fields.u32(16), fields.u32(20)];
  if (count > MAX_COMMANDS) throw fields.malformed(16, `at most ${MAX_COMMANDS} load commands`, String(count));
  if (HEADER_BYTES + bytes > size) throw fields.malformed(20, 'load commands inside the file', `${bytes} bytes`);
  const found = { libraries: [] as string[], rpaths: [] as string[], isEncrypted: false, isSigned: false };
  let platform: number | undefined;
  let minimum: MinimumSystem | undefined;
  let firstSection = size;
  let at = HEADER_BYTES;
  for (let i = 0; i < count; i++) {
    const [kind, length] = [fields.u32(at), fields.u32(at + 4)];
    if (length < 8 || length % 4 !== 0 || at + length > HEADER_BYTES + bytes) {
      throw fields.malformed(at + 4, 'a load command that ends inside the commands', `${length} bytes`);
    }
    const command = new Fields(fields.bytes.subarray(at, at + length), name, start + at);
    if (kind === Command.Segment64) firstSection = Math.min(firstSection, firstSectionOf(command));
    else if (loads.has(kind)) found.libraries.push(textOf(command));
    else if (kind === Command.Rpath) found.rpaths.push(textOf(command));
    else if (kind === Command.EncryptionInfo64) found.isEncrypted ||= command.u32(16) !== 0;
    else if (kind === Command.CodeSignature) found.isSigned = true;
    else if (kind === Command.BuildVersion) {
      platform = command.u32(8);
      minimum = { at: start + at + 12, version: command.u32(12) };
    }
    at += length;
  }
  return { start, cpu, count, bytes, room: Math.max(0, firstSection - HEADER_BYTES - bytes), platform, minimum, ...found };
}

/** Of sections with bytes in the file. */
function firstSectionOf(segment: Fields): number {
  const count = segment.u32(64);
  let first = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const at = SEGMENT_BYTES + i * SECTION_BYTES;
    const offset = segment.u32(at + 48);
    // Sections without bytes (S_ZEROFILL) are at 0.
    if (offset > 0 && segment.u64(at + 40) > 0) first = Math.min(first, offset);
  }
  return first;
}

/** The command contains its text's offset. */
function textOf(command: Fields): string {
  const at = command.u32(8);
  if (at < 12 || at > command.size) throw command.malformed(8, 'a text inside the load command', String(at));
  const bytes = command.bytes.subarray(at);
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}
