import { pickedFrom } from './picked.ts';

/** Lengths before the sections. */
const below = (random: () => number, limit: number): number => Math.floor(random() * limit);

const longNumber = [...new Array<number>(99).fill(0x80), 0];
/** Forms, tags and attributes of DWARF 2 to 5 are below 0x8d. */
const LAST_NUMBER = 0x8d;
const MOST_REPEATS = 4_000;

/**
 * Sections behind a table of their 32-bit lengths, which stays true: entries refer to themselves, nest, end never or repeat, numbers
 * take 100 bytes, programs have thousands of rows, lists overlap. The lengths of the units around a change follow it.
 * @param names sections in their order
 */
export function alteredDwarf(seed: Uint8Array, names: readonly string[], random: () => number): Buffer {
  const bytes = Buffer.from(seed);
  let at = names.length * 4;
  const sections = names.map((_, i) => {
    const length = bytes.readUInt32LE(i * 4);
    at += length;
    return bytes.subarray(at - length, at);
  });
  for (let changes = below(random, 3); changes >= 0; changes--) {
    const index = below(random, 3) === 0 ? below(random, names.length) : below(random, 3);
    const section = sections[index];
    if (section === undefined || section.length < 16) continue;
    sections[index] = alteredSection(section, names[index] ?? '', random);
  }
  const lengths = Buffer.from(Uint32Array.from(sections, ({ length }) => length).buffer);
  return Buffer.concat([lengths, ...sections]);
}

function alteredSection(section: Buffer, name: string, random: () => number): Buffer<ArrayBuffer> {
  const at = below(random, section.length);
  const old = below(random, random() < 0.5 ? 2 : 12);
  const inserted = insertion(section, name, at, random);
  const changed = Buffer.concat([section.subarray(0, at), inserted, section.subarray(at + old)]);
  if (name !== 'info' && name !== 'line') return changed;
  return random() < 0.8 ? withUnitLength(section, changed, at) : changed;
}

function insertion(section: Buffer, name: string, at: number, random: () => number): Buffer {
  const luck = random();
  if (luck < 0.1) return Buffer.from(longNumber);
  if (luck < 0.2) return word(pickedFrom([at, 0, 0xffffffff, 0x7fffffff, section.length, section.length - 1], random));
  if (luck < 0.45) {
    const piece = section.subarray(at, at + 1 + below(random, 24));
    return repeated(piece, random);
  }
  switch (name) {
    case 'abbrev':
      return Buffer.from([below(random, LAST_NUMBER), ...(random() < 0.3 ? [below(random, LAST_NUMBER), 0, 0] : [])]);
    case 'line':
      // Address steps, special rows, extended instructions with lengths that lie, operands that end never.
      return repeated(
        Buffer.from(pickedFrom([[8], [0xff], [13], [0, 1, 1], [0, 9, 2, 0, 0, 0], [2, 0xff, 0x7f], [3, 0x80], [0, 0xff, 0x7f, 4]], random)),
        random,
      );
    case 'info':
      return random() < 0.5 ? Buffer.alloc(0) : repeated(Buffer.from([1 + below(random, 40)]), random);
    default:
      return repeated(word(pickedFrom([0, 1, 0xffffffff, 0x1000, 0xfffffffe], random)), random);
  }
}

function repeated(piece: Buffer, random: () => number): Buffer {
  const count = random() < 0.2 ? below(random, MOST_REPEATS) : below(random, 8);
  return Buffer.concat(Array.from({ length: count }, () => piece));
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The unit around a place, in a chain of 32-bit lengths, gets its new length. */
function withUnitLength(before: Buffer, changed: Buffer<ArrayBuffer>, at: number): Buffer<ArrayBuffer> {
  for (let unit = 0; unit + 4 <= before.length; ) {
    const length = before.readUInt32LE(unit);
    const end = unit + 4 + length;
    if (at < end) {
      const grown = length + changed.length - before.length;
      if (unit + 4 <= at && grown > 0 && grown <= 0xffffffff) changed.writeUInt32LE(grown, unit);
      return changed;
    }
    unit = end;
  }
  return changed;
}
