import { gunzipSync, gzipSync } from 'node:zlib';
import { pickedFrom } from './picked.ts';

const BLOCK = 512;
const GZIP = 0x1f8b;
const sizes = ['77777777777\0', '00000000000\0', '00000000001\0', '99999999999\0', '            ', '-0000000001\0', '00000100000\0'];
const types = ['0', '\0', '7', 'L', 'K', 'x', 'g', '5', '1', 'S'];
const names = ['', '../../a', '/etc/a', 'a/stacks.txt', 'notes.txt', '\0', 'x'.repeat(100), '././@LongLink'];

/** Headers whose checksums hold: huge and negative sizes, other types, names of each other, repeated blocks. In gzip as before. */
export function alteredTar(seed: Uint8Array, random: () => number): Uint8Array {
  const isPacked = seed.length > 2 && (seed[0] ?? 0) * 256 + (seed[1] ?? 0) === GZIP;
  let bytes = Buffer.from(isPacked ? gunzipSync(seed) : seed);
  for (let changes = Math.floor(random() * 4); changes >= 0; changes--) bytes = changed(bytes, random);
  return isPacked ? gzipSync(bytes) : bytes;
}

function changed(bytes: Buffer<ArrayBuffer>, random: () => number): Buffer<ArrayBuffer> {
  const at = Math.floor(random() * Math.floor(bytes.length / BLOCK)) * BLOCK;
  const luck = random();
  if (luck < 0.2) {
    const piece = bytes.subarray(at, at + BLOCK * (1 + Math.floor(random() * 3)));
    const count = random() < 0.1 ? 500 : 3;
    return Buffer.concat([bytes.subarray(0, at), ...Array.from({ length: count }, () => piece), bytes.subarray(at)]);
  }
  if (at + BLOCK > bytes.length) return bytes;
  const header = Buffer.from(bytes);
  if (luck < 0.45) header.write(pickedFrom(sizes, random), at + 124, 'latin1');
  else if (luck < 0.6) {
    // GNU's number of 11 bytes.
    header.fill(random() < 0.5 ? 0xff : 0, at + 125, at + 136);
    header[at + 124] = 0x80;
    header[at + 129] = Math.floor(random() * 256);
  } else if (luck < 0.8) header.write(pickedFrom(types, random), at + 156, 'latin1');
  else header.write(`${pickedFrom(names, random)}\0`.slice(0, 100), at, 'latin1');
  header.write('        ', at + 148, 'latin1');
  const sum = header.subarray(at, at + BLOCK).reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148, 'latin1');
  return header;
}
