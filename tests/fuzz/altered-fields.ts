import { pickedFrom } from './picked.ts';

/** A number in a file: a count, a length, an offset or a reference. */
export interface Field {
  readonly at: number;
  readonly bytes: 1 | 2 | 4 | 8;
  readonly isBig?: boolean;
}

const odd = [0n, 1n, 2n, 0x7fn, 0xffn, 0xffffn, 0x7fffffffn, 0xfffffff0n, 0xffffffffn, 1n << 32n, 1n << 53n, 1n << 63n, (1n << 64n) - 1n];

/** One to four of the fields lie: at the edges of their type, one off, doubled, or equal to another one, so that parts overlap or name themselves. */
export function alteredFields(seed: Uint8Array, fieldsOf: (bytes: Buffer) => readonly Field[], random: () => number): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(seed);
  const fields = fieldsOf(bytes).filter(({ at, bytes: size }) => at >= 0 && at + size <= bytes.length);
  if (fields.length === 0) return bytes;
  for (let changes = Math.floor(random() * 4); changes >= 0; changes--) {
    const field = pickedFrom(fields, random);
    const before = numberIn(bytes, field);
    const luck = random();
    if (luck < 0.4) write(bytes, field, pickedFrom(odd, random));
    else if (luck < 0.75) write(bytes, field, numberIn(bytes, pickedFrom(fields, random)));
    else if (luck < 0.85) write(bytes, field, before * 2n);
    else write(bytes, field, before + BigInt(Math.floor(random() * 33) - 16));
  }
  return bytes;
}

function numberIn(bytes: Buffer, { at, bytes: size, isBig }: Field): bigint {
  if (size === 8) return isBig === true ? bytes.readBigUInt64BE(at) : bytes.readBigUInt64LE(at);
  return BigInt(isBig === true ? bytes.readUIntBE(at, size) : bytes.readUIntLE(at, size));
}

function write(bytes: Buffer, { at, bytes: size, isBig }: Field, value: bigint): void {
  const cut = BigInt.asUintN(size * 8, value);
  if (size === 8) isBig === true ? bytes.writeBigUInt64BE(cut, at) : bytes.writeBigUInt64LE(cut, at);
  else if (isBig === true) bytes.writeUIntBE(Number(cut), at, size);
  else bytes.writeUIntLE(Number(cut), at, size);
}
