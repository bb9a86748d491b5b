/** Mach-O libraries without a toolchain, to handle as files. Layouts: mach-o/loader.h. */

const MAGIC_64 = 0xfeedfacf;
const LIBRARY = 6;
const SEGMENT_BYTES = 72;
const UUID_BYTES = 24;
const TEXT_BYTES = 0x8000;
const LINKEDIT_BYTES = 0x100;

interface TinyLibrary {
  readonly cpuType: number;
  readonly cpuSubtype: number;
  /** The first letter separates the two. */
  readonly fill: string;
}

export const tinyArm64: TinyLibrary = { cpuType: 0x0100000c, cpuSubtype: 0, fill: 'a' };
export const tinyX86: TinyLibrary = { cpuType: 0x01000007, cpuSubtype: 3, fill: 'x' };

/** One architecture: a __TEXT and a __LINKEDIT segment and an id, unsigned. */
export function tinyLibrary({ cpuType, cpuSubtype, fill }: TinyLibrary): Buffer {
  const bytes = Buffer.alloc(TEXT_BYTES + LINKEDIT_BYTES, fill);
  const commands = [segment('__TEXT', 0, TEXT_BYTES), segment('__LINKEDIT', TEXT_BYTES, LINKEDIT_BYTES), name, uuid(fill)];
  const size = commands.reduce((sum, each) => sum + each.length, 0);
  const head = Buffer.alloc(32);
  for (const [i, word] of [MAGIC_64, cpuType, cpuSubtype, LIBRARY, commands.length, size, 0, 0].entries()) head.writeUInt32LE(word, 4 * i);
  // Room for load commands up to the first section's place.
  bytes.fill(0, 0, 0x400);
  Buffer.concat([head, ...commands]).copy(bytes);
  return bytes;
}

/** LC_ID_DYLIB, whose name follows its 24 bytes. */
const name = Buffer.alloc(48);
name.writeUInt32LE(0x0d, 0);
name.writeUInt32LE(name.length, 4);
name.writeUInt32LE(24, 8);
name.write('@rpath/tiny.dylib', 24);

function segment(name: string, offset: number, size: number): Buffer {
  const hasSection = name === '__TEXT';
  const command = Buffer.alloc(SEGMENT_BYTES + (hasSection ? 80 : 0));
  command.writeUInt32LE(0x19, 0);
  command.writeUInt32LE(command.length, 4);
  command.write(name, 8);
  for (const [i, value] of [offset, size, offset, size].entries()) command.writeBigUInt64LE(BigInt(value), 24 + 8 * i);
  if (!hasSection) return command;
  command.writeUInt32LE(1, 64);
  command.write('__text', SEGMENT_BYTES);
  command.write('__TEXT', SEGMENT_BYTES + 16);
  command.writeUInt32LE(0x400, SEGMENT_BYTES + 48);
  return command;
}

function uuid(fill: string): Buffer {
  const command = Buffer.alloc(UUID_BYTES, fill);
  command.writeUInt32LE(0x1b, 0);
  command.writeUInt32LE(UUID_BYTES, 4);
  return command;
}

/** A file of several architectures. */
export function fatLibrary(libraries: readonly TinyLibrary[]): Buffer {
  const head = Buffer.alloc(0x4000);
  head.writeUInt32BE(0xcafebabe, 0);
  head.writeUInt32BE(libraries.length, 4);
  const files = libraries.map(tinyLibrary);
  for (const [i, { cpuType, cpuSubtype }] of libraries.entries()) {
    const offset = 0x4000 + i * 0xc000;
    for (const [field, value] of [cpuType, cpuSubtype, offset, TEXT_BYTES + LINKEDIT_BYTES, 14].entries())
      head.writeUInt32BE(value, 8 + 20 * i + 4 * field);
  }
  return Buffer.concat([head, ...files.flatMap((file, i) => (i + 1 < files.length ? [file, Buffer.alloc(0xc000 - file.length)] : [file]))]);
}
