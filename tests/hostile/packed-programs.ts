import { deflateRawSync, deflateSync, zstdCompressSync } from 'node:zlib';

/** gABI, "Section Compression". */
const compression = { zlib: 1, zstd: 2 } as const;

const packers = { zlib: (plain: Uint8Array) => deflateSync(plain, { level: 9 }), zstd: zstdOf } as const;

/** With its size in the frame, as objcopy writes it. */
function zstdOf(plain: Uint8Array): Uint8Array {
  return zstdCompressSync(plain, { pledgedSrcSize: plain.length });
}

/** The build id of each of these programs. */
export const BUILD_ID = 'ab'.repeat(20);

/** DWARF 4: a unit of only a header (32 bits, version, abbreviations at 0, addresses of 8 bytes), and no abbreviation. */
const unit = Buffer.from([8, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8, 0]);
const noAbbreviations = Buffer.from([0]);

/** An x86-64 program of some kilobytes, whose `.debug_line` and `.debug_str` each unpack to this many zero bytes. */
export function packedProgram(method: keyof typeof compression, plainBytes: number): Uint8Array {
  const header = Buffer.alloc(24);
  header.writeUInt32LE(compression[method], 0);
  header.writeBigUInt64LE(BigInt(plainBytes), 8);
  header.writeBigUInt64LE(1n, 16);
  const packed = Buffer.concat([header, packers[method](Buffer.alloc(plainBytes))]);
  const note = Buffer.concat([Buffer.from([4, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0]), Buffer.from('GNU\0'), Buffer.alloc(20, 0xab)]);
  return elf([
    { name: '.note.gnu.build-id', type: 7, flags: 2, bytes: note },
    { name: '.text', type: 1, flags: 6, address: 0x1000, bytes: Buffer.alloc(64, 0x90) },
    { name: '.debug_info', type: 1, flags: 0, bytes: unit },
    { name: '.debug_abbrev', type: 1, flags: 0, bytes: noAbbreviations },
    { name: '.debug_line', type: 1, flags: 0x800, bytes: packed },
    { name: '.debug_str', type: 1, flags: 0x800, bytes: packed },
  ]);
}

interface Section {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly address?: number;
  readonly bytes: Uint8Array;
}

/** An ELF file of 64 bits (gABI, "ELF Header" and "Section Header"). */
function elf(sections: readonly Section[]): Uint8Array {
  const names = Buffer.from(`\0.shstrtab\0${sections.map(({ name }) => `${name}\0`).join('')}`);
  const all: readonly Section[] = [{ name: '.shstrtab', type: 3, flags: 0, bytes: names }, ...sections];
  let at = 64;
  const headers = all.map(({ name, type, flags, address = 0, bytes }) => {
    const header = Buffer.alloc(64);
    header.writeUInt32LE(names.indexOf(Buffer.from(`${name}\0`)), 0);
    header.writeUInt32LE(type, 4);
    for (const [offset, value] of [
      [8, flags],
      [16, address],
      [24, at],
      [32, bytes.length],
      [48, 1],
    ] as const)
      header.writeBigUInt64LE(BigInt(value), offset);
    at += bytes.length;
    return header;
  });
  const head = Buffer.alloc(64);
  head.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  for (const [offset, value] of [
    [16, 3],
    [18, 62],
    [52, 64],
    [54, 56],
    [58, 64],
    [60, all.length + 1],
    [62, 1],
  ] as const)
    head.writeUInt16LE(value, offset);
  head.writeUInt32LE(1, 20);
  head.writeBigUInt64LE(BigInt(at), 40);
  return Buffer.concat([head, ...all.map(({ bytes }) => bytes), Buffer.alloc(64), ...headers]);
}

/**
 * An archive whose directory names libraries that each unpack to this many bytes (APPNOTE.TXT 4.3). Names share the packed `streams` in
 * turn.
 */
export function packedArchive(names: number, streams: number, plainBytes: number): Uint8Array {
  const plain = Buffer.alloc(plainBytes);
  plain.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  const packed = deflateRawSync(plain, { level: 9 });
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(plainBytes, 22);
  const size = local.length + packed.length;
  const directory = Array.from({ length: names }, (_, i) => {
    const name = Buffer.from(`lib/x/lib${i}.so`);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(plainBytes, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE((i % streams) * size, 42);
    return Buffer.concat([entry, name]);
  });
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names, 8);
  end.writeUInt16LE(names, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(streams * size, 16);
  return Buffer.concat([...Array.from({ length: streams }, () => Buffer.concat([local, packed])), listed, end]);
}
