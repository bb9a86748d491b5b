import type { BigEndian } from './big-endian.ts';

const UTF8 = 1;
/** Bytes behind the tag, by tag (4.4). */
const sizes = new Map([
  [3, 4],
  [4, 4],
  [5, 8],
  [6, 8],
  [7, 2],
  [8, 2],
  [9, 4],
  [10, 4],
  [11, 4],
  [12, 4],
  [15, 3],
  [16, 2],
  [17, 4],
  [18, 4],
  [19, 2],
  [20, 2],
]);
/** Long and Double take two numbers. */
const wide = new Set([5, 6]);

/** Texts are decoded on demand. Other constants are ''. */
export function readConstants(reader: BigEndian): (index: number) => string {
  const texts = new Map<number, Uint8Array | string>();
  const count = reader.u16();
  for (let index = 1; index < count; index++) {
    const tag = reader.u8();
    if (tag === UTF8) {
      const length = reader.u16();
      const begin = reader.skip(length);
      texts.set(index, reader.bytes.subarray(begin, begin + length));
      continue;
    }
    const size = sizes.get(tag);
    if (size === undefined) throw reader.failed(`a constant of a class file, not one with the tag ${tag}`);
    reader.skip(size);
    if (wide.has(tag)) index++;
  }
  // NUL and characters beyond the BMP, where Java's UTF-8 differs, don't matter here.
  const decoder = new TextDecoder();
  return (index) => {
    const text = texts.get(index) ?? '';
    if (typeof text === 'string') return text;
    // Once: a file may name 64 KiB of text every six bytes.
    const decoded = decoder.decode(text);
    texts.set(index, decoded);
    return decoded;
  };
}
