import { alteredText } from './damage-text.ts';

const numbers = [0, 1, 2, 7, 15, 16, 0x7f, 0xff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff] as const;
const below = (random: () => number, limit: number): number => Math.floor(random() * limit);

/** Header numbers lie, pieces repeat or vanish, and sometimes the text within changes. */
export function alteredFrames(seed: Uint8Array, random: () => number): Uint8Array {
  if (random() < 0.2) return alteredText(seed, random);
  const bytes = Buffer.from(seed);
  for (let changes = below(random, 3); changes >= 0; changes--) {
    const at = below(random, Math.max(1, Math.min(bytes.length - 4, random() < 0.7 ? 64 : bytes.length)));
    const value = numbers[below(random, numbers.length)] ?? 0;
    if (at + 4 > bytes.length) continue;
    if (random() < 0.5) bytes.writeUInt32LE(value, at);
    else bytes.writeUInt32BE(value, at);
  }
  if (random() < 0.7) return bytes;
  const [from, to] = [below(random, bytes.length), below(random, bytes.length)];
  return Buffer.concat([bytes.subarray(0, Math.max(from, to)), bytes.subarray(Math.min(from, to))]);
}
