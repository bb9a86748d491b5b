import { buffer } from 'node:stream/consumers';
import { crc32, createDeflateRaw, zstdCompressSync } from 'node:zlib';

/** The build id of every library that is made here. */
export const BOMB_ID = 'ab'.repeat(20);

const packedSections = ['line', 'str', 'line_str', 'ranges', 'rnglists', 'addr', 'str_offsets'] as const;
const ELF_HEADER_BYTES = 64;
const SECTION_HEADER_BYTES = 64;
/** Elf64_Shdr flags and types (elf.h). */
const flag = { alloc: 2, code: 6, packed: 0x800 } as const;
const kind = { bits: 1, texts: 3, note: 7 } as const;
const ZSTD = 2;

interface Section {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly bytes: Buffer;
}

/** A library of some kilobytes, seven of whose DWARF sections are `megabytes` of zeros each, packed by zstd. */
export function packedElf(megabytes: number): Uint8Array {
  const size = megabytes << 20;
  const header = Buffer.alloc(24);
  header.writeUInt32LE(ZSTD, 0);
  header.writeBigUInt64LE(BigInt(size), 8);
  header.writeBigUInt64LE(1n, 16);
  const bomb = Buffer.concat([header, zstdCompressSync(Buffer.alloc(size), { pledgedSrcSize: size })]);
  const note = Buffer.concat([words(4, 20, 3), Buffer.from('GNU\0'), Buffer.from(BOMB_ID, 'hex')]);
  // One unit of DWARF 4 with no entries, and abbreviations that are none.
  const unit = Buffer.from([8, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8, 0]);
  return elf([
    { name: '.note.gnu.build-id', type: kind.note, flags: flag.alloc, bytes: note },
    { name: '.text', type: kind.bits, flags: flag.code, bytes: Buffer.alloc(64, 0x90) },
    { name: '.debug_info', type: kind.bits, flags: 0, bytes: unit },
    { name: '.debug_abbrev', type: kind.bits, flags: 0, bytes: Buffer.alloc(1) },
    ...packedSections.map((name) => ({ name: `.debug_${name}`, type: kind.bits, flags: flag.packed, bytes: bomb })),
  ]);
}

/** Sections with the same bytes share them. */
function elf(sections: readonly Section[]): Uint8Array {
  const names = Buffer.from(['', '.shstrtab', ...sections.map(({ name }) => name)].map((name) => `${name}\0`).join(''), 'latin1');
  const parts: Buffer[] = [];
  const places = new Map<Buffer, number>();
  let end = ELF_HEADER_BYTES;
  const table = [Buffer.alloc(SECTION_HEADER_BYTES)];
  for (const { name, type, flags, bytes } of [{ name: '.shstrtab', type: kind.texts, flags: 0, bytes: names }, ...sections]) {
    const offset = places.get(bytes) ?? end;
    if (offset === end) {
      places.set(bytes, offset);
      parts.push(bytes);
      end += bytes.length;
    }
    const header = Buffer.alloc(SECTION_HEADER_BYTES);
    header.writeUInt32LE(names.indexOf(`${name}\0`, 0, 'latin1'), 0);
    header.writeUInt32LE(type, 4);
    header.writeBigUInt64LE(BigInt(flags), 8);
    header.writeBigUInt64LE(BigInt(flags === flag.code ? 0x1000 : 0), 16);
    header.writeBigUInt64LE(BigInt(offset), 24);
    header.writeBigUInt64LE(BigInt(bytes.length), 32);
    header.writeBigUInt64LE(1n, 48);
    table.push(header);
  }
  const head = Buffer.alloc(ELF_HEADER_BYTES);
  head.write('\x7fELF\x02\x01\x01', 0, 'latin1');
  head.writeUInt16LE(3, 16); // ET_DYN
  head.writeUInt16LE(62, 18); // EM_X86_64
  head.writeUInt32LE(1, 20);
  head.writeBigUInt64LE(BigInt(end), 40);
  [ELF_HEADER_BYTES, 56, 0, SECTION_HEADER_BYTES, table.length, 1].forEach((value, n) => {
    head.writeUInt16LE(value, 52 + n * 2);
  });
  return Buffer.concat([head, ...parts, ...table]);
}

/** An archive of some hundred kilobytes: one deflated stream of `megabytes`, which its directory names `count` times as a library. */
export async function packedApk(megabytes: number, count: number): Promise<Uint8Array> {
  const deflating = createDeflateRaw({ level: 9 });
  const packed = buffer(deflating);
  deflating.write(Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0', 'latin1'));
  for (let i = 0; i < megabytes; i++) deflating.write(Buffer.alloc(1 << 20));
  deflating.end();
  const data = await packed;
  const size = 16 + (megabytes << 20);
  const name = 'lib/x86_64/liba.so';
  const sizes = words(crc32(''), data.length, size);
  const local = Buffer.concat([words(0x04034b50, 20 | (0 << 16), 8), halves(0, 0), sizes, halves(name.length, 0), Buffer.from(name)]);
  const directory = Array.from({ length: count }, (_, i) => {
    const each = `lib/x86_64/liba${String(i).padStart(5, '0')}.so`;
    const head = [words(0x02014b50), halves(20, 20, 0, 8, 0, 0), sizes, halves(each.length, 0, 0, 0, 0), words(0, 0)];
    return Buffer.concat([...head, Buffer.from(each)]);
  });
  const entries = Buffer.concat(directory);
  const end = Buffer.concat([words(0x06054b50), halves(0, 0, count, count), words(entries.length, local.length + data.length), halves(0)]);
  return Buffer.concat([local, data, entries, end]);
}

function words(...values: readonly number[]): Buffer {
  return Buffer.from(Uint32Array.from(values).buffer);
}

function halves(...values: readonly number[]): Buffer {
  return Buffer.from(Uint16Array.from(values).buffer);
}
