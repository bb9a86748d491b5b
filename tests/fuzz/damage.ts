/** Numbers that readers mishandle: zero, one, all ones, sign bits, sizes just above the limits. */
const numbers = [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

type Damage = (bytes: Uint8Array, random: () => number) => Uint8Array;

const below = (random: () => number, limit: number): number => Math.floor(random() * limit);

/** A place in the file, half of the time in its first 4 KB, where headers are. */
function somewhere(bytes: Uint8Array, random: () => number): number {
  return below(random, random() < 0.5 ? Math.min(bytes.length, 4096) : bytes.length);
}

const damages: readonly Damage[] = [
  (bytes, random) => {
    for (let i = below(random, 8); i >= 0; i--) bytes[somewhere(bytes, random)] = below(random, 256);
    return bytes;
  },
  (bytes, random) => {
    const at = somewhere(bytes, random);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << below(random, 8));
    return bytes;
  },
  (bytes, random) => {
    const at = somewhere(bytes, random) & ~3;
    const value = numbers[below(random, numbers.length)] ?? 0;
    const width = [1, 2, 4, 8][below(random, 4)] ?? 4;
    for (let i = 0; i < width && at + i < bytes.length; i++)
      bytes[at + i] = i < 4 ? (value >>> (8 * i)) & 0xff : value > 0x7fffffff ? 0xff : 0;
    return bytes;
  },
  (bytes, random) => bytes.subarray(0, somewhere(bytes, random)),
  (bytes, random) => {
    const from = somewhere(bytes, random);
    bytes.copyWithin(somewhere(bytes, random), from, from + below(random, 256));
    return bytes;
  },
  (bytes, random) => {
    const at = somewhere(bytes, random);
    return bytes.fill(random() < 0.5 ? 0 : 0xff, at, at + below(random, 64));
  },
];

/** A copy with one to four errors. */
export function damaged(bytes: Uint8Array, random: () => number): Uint8Array {
  let result = new Uint8Array(bytes);
  for (let i = below(random, 4); i >= 0; i--) {
    const damage = damages[below(random, damages.length)];
    if (damage !== undefined && result.length > 0) result = new Uint8Array(damage(result, random));
  }
  return result;
}
