/** A Mach-O file's parts for signing. Layouts: mach-o/loader.h, mach-o/fat.h; fat headers are big-endian. */

const FAT = 0xcafebabe;
const MAGIC_64 = 0xfeedfacf;
const HEADER_BYTES = 32;
const Command = { Segment64: 0x19, Uuid: 0x1b, CodeSignature: 0x1d, BuildVersion: 0x32 } as const;
const SEGMENT_BYTES = 72;
const SIGNATURE_COMMAND_BYTES = 16;
const EXECUTE = 2;

/** One architecture: `bytes` is its whole file. */
export interface Slice {
  readonly cpuType: number;
  readonly cpuSubtype: number;
  /** As a power of two, in the fat file. */
  readonly align: number;
  readonly bytes: Buffer;
}

interface Segment {
  readonly name: string;
  /** Begin of its load command. */
  readonly command: number;
  readonly fileOffset: number;
  readonly fileSize: number;
}

interface MachO {
  readonly isProgram: boolean;
  /** 32 hex digits. */
  readonly uuid: string;
  readonly segments: readonly Segment[];
  /** Place and contents of LC_CODE_SIGNATURE, if any. */
  readonly signature: { readonly command: number; readonly offset: number; readonly size: number } | undefined;
  readonly commandsEnd: number;
  /** Place and oldest system of LC_BUILD_VERSION, if any; `xxxx.yy.zz` in nibbles. */
  readonly minimum: { readonly at: number; readonly version: number } | undefined;
}

/** `lipo -info`'s name of an architecture. */
export function architectureName({ cpuType, cpuSubtype }: Pick<Slice, 'cpuType' | 'cpuSubtype'>): string {
  if (cpuType === 0x0100000c) return (cpuSubtype & 0xff) === 2 ? 'arm64e' : 'arm64';
  return cpuType === 0x01000007 ? 'x86_64' : `cpu${cpuType}`;
}

export function isMachO(file: Buffer): boolean {
  return file.length >= HEADER_BYTES && (file.readUInt32LE(0) === MAGIC_64 || file.readUInt32BE(0) === FAT);
}

/** @throws RangeError unless a Mach-O file of 64 bits */
export function slicesOf(file: Buffer): readonly Slice[] {
  if (file.readUInt32LE(0) === MAGIC_64) {
    return [{ cpuType: file.readUInt32LE(4), cpuSubtype: file.readUInt32LE(8), align: 0, bytes: file }];
  }
  if (file.readUInt32BE(0) !== FAT) throw new RangeError('no Mach-O file');
  return Array.from({ length: file.readUInt32BE(4) }, (_, i) => {
    const at = 8 + 20 * i;
    const offset = file.readUInt32BE(at + 8);
    return {
      cpuType: file.readUInt32BE(at),
      cpuSubtype: file.readUInt32BE(at + 4),
      align: file.readUInt32BE(at + 16),
      bytes: file.subarray(offset, offset + file.readUInt32BE(at + 12)),
    };
  });
}

/** Thin if its original was. */
export function fileOf(slices: readonly Slice[]): Buffer {
  const [first] = slices;
  if (slices.length === 1 && first?.align === 0) return first.bytes;
  const head = Buffer.alloc(8 + 20 * slices.length);
  head.writeUInt32BE(FAT, 0);
  head.writeUInt32BE(slices.length, 4);
  const parts: Buffer[] = [head];
  let end = head.length;
  for (const [i, { cpuType, cpuSubtype, align, bytes }] of slices.entries()) {
    const offset = roundUp(end, 2 ** align);
    for (const [field, value] of [cpuType, cpuSubtype, offset, bytes.length, align].entries())
      head.writeUInt32BE(value, 8 + 20 * i + 4 * field);
    parts.push(Buffer.alloc(offset - end), bytes);
    end = offset + bytes.length;
  }
  return Buffer.concat(parts);
}

export function readMachO(bytes: Buffer): MachO {
  if (bytes.readUInt32LE(0) !== MAGIC_64) throw new RangeError('no Mach-O file of 64 bits');
  const segments: Segment[] = [];
  let uuid = '';
  let signature: MachO['signature'];
  let minimum: MachO['minimum'];
  let at = HEADER_BYTES;
  for (let n = bytes.readUInt32LE(16); n > 0; n--) {
    const command = bytes.readUInt32LE(at);
    if (command === Command.Segment64) {
      const name = bytes.toString('latin1', at + 8, at + 24).replace(/\0.*$/s, '');
      const [fileOffset, fileSize] = [Number(bytes.readBigUInt64LE(at + 40)), Number(bytes.readBigUInt64LE(at + 48))];
      segments.push({ name, command: at, fileOffset, fileSize });
    }
    if (command === Command.BuildVersion) minimum = { at: at + 12, version: bytes.readUInt32LE(at + 12) };
    if (command === Command.Uuid) uuid = bytes.toString('hex', at + 8, at + 24);
    if (command === Command.CodeSignature)
      signature = { command: at, offset: bytes.readUInt32LE(at + 8), size: bytes.readUInt32LE(at + 12) };
    at += bytes.readUInt32LE(at + 4);
  }
  return { isProgram: bytes.readUInt32LE(12) === EXECUTE, uuid, segments, signature, commandsEnd: at, minimum };
}

/**
 * The file without its signature, with room for one of `size` bytes at its end, as LC_CODE_SIGNATURE and __LINKEDIT then say. The signature
 * goes to the code limit. @throws RangeError without room for the load command
 */
export function withRoomForSignature(bytes: Buffer, size: number): { readonly bytes: Buffer; readonly codeLimit: number } {
  const file = readMachO(bytes);
  const codeLimit = roundUp(file.signature?.offset ?? bytes.length, 16);
  const made = Buffer.alloc(codeLimit + size);
  bytes.copy(made, 0, 0, Math.min(bytes.length, file.signature?.offset ?? bytes.length));
  const command = file.signature?.command ?? appendCommand(made, file);
  made.writeUInt32LE(codeLimit, command + 8);
  made.writeUInt32LE(size, command + 12);
  const linkedit = file.segments.find(({ name }) => name === '__LINKEDIT');
  if (linkedit === undefined) throw new RangeError('no __LINKEDIT segment');
  const fileSize = made.length - linkedit.fileOffset;
  made.writeBigUInt64LE(BigInt(fileSize), linkedit.command + 48);
  made.writeBigUInt64LE(BigInt(roundUp(fileSize, 0x4000)), linkedit.command + 32);
  return { bytes: made, codeLimit };
}

function appendCommand(bytes: Buffer, { segments, commandsEnd }: MachO): number {
  const firstSection = Math.min(...segments.flatMap((segment) => sectionOffsets(bytes, segment)));
  if (commandsEnd + SIGNATURE_COMMAND_BYTES > firstSection) throw new RangeError('no room for LC_CODE_SIGNATURE behind the load commands');
  bytes.writeUInt32LE(Command.CodeSignature, commandsEnd);
  bytes.writeUInt32LE(SIGNATURE_COMMAND_BYTES, commandsEnd + 4);
  bytes.writeUInt32LE(bytes.readUInt32LE(16) + 1, 16);
  bytes.writeUInt32LE(bytes.readUInt32LE(20) + SIGNATURE_COMMAND_BYTES, 20);
  return commandsEnd;
}

function sectionOffsets(bytes: Buffer, { command }: Segment): readonly number[] {
  const count = bytes.readUInt32LE(command + 64);
  const offsets = Array.from({ length: count }, (_, i) => bytes.readUInt32LE(command + SEGMENT_BYTES + 80 * i + 48));
  return offsets.filter((offset) => offset > 0);
}

export function roundUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}
