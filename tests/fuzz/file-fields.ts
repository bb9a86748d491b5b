import type { Field } from './altered-fields.ts';

const MOST_SYMBOLS = 60;
const MOST_COMMANDS = 200;

/** Headers, sections, segments, the first symbols and the heads of packed sections, by the System V gABI. */
export function elfFields(bytes: Buffer): readonly Field[] {
  if (bytes.length < 64 || bytes.readUInt32BE(0) !== 0x7f454c46) return [];
  const isWide = bytes[4] === 2;
  const word = isWide ? 8 : 4;
  const wordAt = (at: number): number => (isWide ? Number(bytes.readBigUInt64LE(at)) : bytes.readUInt32LE(at));
  const [segments, sections] = isWide ? [wordAt(32), wordAt(40)] : [wordAt(28), wordAt(32)];
  const counts = isWide ? 54 : 42;
  const [segmentCount, sectionCount] = [bytes.readUInt16LE(counts + 2), bytes.readUInt16LE(counts + 6)];
  const fields: Field[] = row(isWide ? 24 : 24, [word, word, word]);
  fields.push(...row(counts, [2, 2, 2, 2, 2]));
  for (let i = 0; i < segmentCount; i++) {
    const widths: readonly Field['bytes'][] = isWide ? [4, 4, 8, 8, 8, 8, 8, 8] : [4, 4, 4, 4, 4, 4, 4, 4];
    fields.push(...row(segments + i * (isWide ? 56 : 32), widths));
  }
  for (let i = 0; i < sectionCount; i++) {
    const at = sections + i * (isWide ? 64 : 40);
    if (at + (isWide ? 64 : 40) > bytes.length) break;
    fields.push(...row(at, [4, 4, word, word, word, word, 4, 4, word, word]));
    const type = bytes.readUInt32LE(at + 4);
    const isPacked = (wordAt(at + 8) & 0x800) !== 0;
    const offset = wordAt(at + (isWide ? 24 : 16));
    if (isPacked) fields.push(...row(offset, isWide ? [4, 4, 8, 8] : [4, 4, 4]));
    if (type === 7) fields.push(...row(offset, [4, 4, 4]));
    // SHT_SYMTAB and SHT_DYNSYM
    for (let n = 0; (type === 2 || type === 11) && n < MOST_SYMBOLS; n++)
      fields.push(...row(offset + n * (isWide ? 24 : 16), isWide ? [4, 1, 1, 2, 8, 8] : [4, 4, 4, 1, 1, 2]));
  }
  return fields;
}

/** Fat headers, load commands, the first symbols of a thin file, by Apple's `mach-o/loader.h`. */
export function machoFields(bytes: Buffer): readonly Field[] {
  const magic = bytes.length < 32 ? 0 : bytes.readUInt32BE(0);
  if (magic === 0xcafebabe) return row(4, [4, ...times(2, [4, 4, 4, 4, 4] as const)], true);
  if (magic === 0xcafebabf) return row(4, [4, ...times(2, [4, 4, 8, 8, 4, 4] as const)], true);
  if (magic !== 0xcffaedfe) return [];
  const fields: Field[] = row(4, [4, 4, 4, 4, 4, 4]);
  for (let at = 32, n = 0; n < bytes.readUInt32LE(16) && n < MOST_COMMANDS && at + 8 <= bytes.length; n++) {
    const size = bytes.readUInt32LE(at + 4);
    if (size < 8 || at + size > bytes.length) break;
    fields.push(...row(at, times(size >> 2, [4] as const)));
    // LC_SYMTAB
    if (bytes.readUInt32LE(at) === 2)
      for (let i = 0; i < MOST_SYMBOLS; i++) fields.push(...row(bytes.readUInt32LE(at + 8) + i * 16, [4, 1, 1, 2, 8]));
    at += size;
  }
  return fields;
}

/** Every number of the directory, of its end records and of the entries' own headers, by APPNOTE 6.3. */
export function zipFields(bytes: Buffer): readonly Field[] {
  const fields: Field[] = [];
  const layouts: readonly (readonly [number, readonly Field['bytes'][]])[] = [
    [0x504b0304, [4, 2, 2, 2, 4, 4, 4, 4, 2, 2]],
    [0x504b0102, [4, 2, 2, 2, 2, 4, 4, 4, 4, 2, 2, 2, 2, 2, 4, 4]],
    [0x504b0506, [4, 2, 2, 2, 2, 4, 4, 2]],
    [0x504b0606, [4, 8, 2, 2, 4, 4, 8, 8, 8, 8]],
    [0x504b0607, [4, 4, 8, 4]],
  ];
  for (let at = bytes.indexOf('PK'); at >= 0 && at + 4 <= bytes.length; at = bytes.indexOf('PK', at + 2)) {
    const [, widths = []] = layouts.find(([magic]) => magic === bytes.readUInt32BE(at)) ?? [];
    fields.push(...row(at, widths));
    // The extra field of 64-bit sizes.
    if (widths.length === 16) fields.push(...row(at + 46 + (at + 30 <= bytes.length ? bytes.readUInt16LE(at + 28) : 0), [2, 2, 8, 8, 8]));
  }
  return fields;
}

/** All 16-bit numbers of a class file: its counts and its indices are among them. */
export function classFields(bytes: Buffer): readonly Field[] {
  return Array.from({ length: bytes.length - 8 }, (_, i) => ({ at: 8 + i, bytes: i % 3 === 0 ? 4 : 2, isBig: true }) as const);
}

function row(start: number, widths: readonly Field['bytes'][], isBig = false): Field[] {
  let at = start;
  return widths.map((bytes) => {
    at += bytes;
    return { at: at - bytes, bytes, isBig };
  });
}

function times<T>(count: number, items: readonly T[]): readonly T[] {
  return Array.from({ length: count }, () => items).flat();
}
