import { crc32, deflateRawSync } from 'node:zlib';
import type { StoredFile } from '../../features/formats/host/container.ts';
import { beginOf, unpackedChunks } from '../../features/formats/host/unpacked-chunks.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

const bytesOf = (content: string | Uint8Array): Uint8Array => (typeof content === 'string' ? Buffer.from(content) : content);

/** @param pieceBytes of the file's chunks */
export function storedFile(name: string, bytes: Uint8Array, pieceBytes = 1_000): StoredFile {
  async function* stored(from = 0, length = bytes.length): AsyncGenerator<Uint8Array> {
    const end = Math.min(bytes.length, from + length);
    for (let at = from; at < end; at += pieceBytes) yield bytes.subarray(at, Math.min(end, at + pieceBytes));
  }
  let isCut = false;
  const chunks = (): AsyncIterable<Uint8Array> =>
    unpackedChunks(name, stored(), () => {
      isCut = true;
    });
  return {
    name,
    size: bytes.length,
    stored,
    chunks,
    begin: () => beginOf(chunks()),
    get isCut() {
      return isCut;
    },
  };
}

/**
 * A zip by APPNOTE.TXT 6.3.10; every second file is stored.
 * @param form `descriptors`: sizes follow the bytes, as streaming writers do (4.3.9); `zip64`: sizes and places of 64 bits (4.5.3)
 */
export function zipOf(files: Files, form: 'plain' | 'descriptors' | 'zip64' = 'plain'): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [index, [name, content]] of Object.entries(files).entries()) {
    const plain = bytesOf(content);
    const isStored = index % 2 === 1;
    const packed = isStored ? Buffer.from(plain) : deflateRawSync(plain);
    const isWide = form === 'zip64';
    const sizes = [crc32(plain), isWide ? 0xffffffff : packed.length, isWide ? 0xffffffff : plain.length];
    const extra = isWide ? wide([plain.length, packed.length, at]) : Buffer.alloc(0);
    const flags = form === 'descriptors' ? 8 : 0;
    const common = [shorts([flags, isStored ? 0 : 8, 0, 0])];
    const local = [
      words([0x04034b50]),
      shorts([20]),
      ...common,
      words(flags === 8 ? [0, 0, 0] : sizes),
      shorts([Buffer.byteLength(name), 0]),
      Buffer.from(name),
    ];
    const descriptor = flags === 8 ? [words([0x08074b50, ...sizes])] : [];
    const entry = Buffer.concat([...local, packed, ...descriptor]);
    directory.push(
      Buffer.concat([
        ...[words([0x02014b50]), shorts([20, 20]), ...common, words(sizes), shorts([Buffer.byteLength(name), extra.length, 0, 0, 0])],
        ...[words([0, isWide ? 0xffffffff : at]), Buffer.from(name), extra],
      ]),
    );
    parts.push(entry);
    at += entry.length;
  }
  const list = Buffer.concat(directory);
  const count = directory.length;
  const end64 = Buffer.concat([
    ...[words([0x06064b50]), longs([44]), shorts([45, 45]), words([0, 0]), longs([count, count, list.length, at])],
    ...[words([0x07064b50, 0]), longs([at + list.length]), words([1])],
  ]);
  const isWide = form === 'zip64';
  const place = isWide ? [0xffffffff, 0xffffffff] : [list.length, at];
  const end = Buffer.concat([words([0x06054b50]), shorts([0, 0, count, count]), words(place), shorts([0])]);
  return Buffer.concat([...parts, list, ...(isWide ? [end64] : []), end]);
}

/** Header 1 of the extra fields: unpacked and packed size, offset. */
function wide(values: readonly number[]): Buffer {
  return Buffer.concat([shorts([1, values.length * 8]), longs(values)]);
}

function shorts(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, at * 2);
  return bytes;
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4);
  return bytes;
}

function longs(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [at, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), at * 8);
  return bytes;
}

/** A tar by POSIX.1 (ustar); names of over 100 letters are GNU's or pax' long ones. */
export function tarOf(files: Files, longNames: 'gnu' | 'pax' = 'pax'): Uint8Array {
  const blocks: Buffer[] = [];
  const add = (name: string, type: string, bytes: Uint8Array): void => {
    const header = Buffer.alloc(512);
    header.write(name.slice(0, 100), 0);
    header.write('0000644\0', 100);
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((all, byte) => all + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    blocks.push(header, Buffer.from(bytes), Buffer.alloc((512 - (bytes.length % 512)) % 512));
  };
  for (const [name, content] of Object.entries(files)) {
    if (name.length > 100 && longNames === 'gnu') add('././@LongLink', 'L', Buffer.from(`${name}\0`));
    // “LENGTH path=NAME”, where the length counts itself: three digits here.
    else if (name.length > 100) add('PaxHeader', 'x', Buffer.from(`${name.length + 10} path=${name}\n`));
    add(name, name.endsWith('/') ? '5' : '0', bytesOf(content));
  }
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}
