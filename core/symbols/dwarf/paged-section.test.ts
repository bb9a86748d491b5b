import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runReading, type SectionBytes } from '../bytes/byte-source.ts';
import { Cursor } from './dwarf-cursor.ts';
import { PagedSection, settled } from './paged-section.ts';

/** Large enough to be read in pages; byte i is i % 251, and nothing of it is kept. */
const SIZE = 300 << 20;

function largeSection(asked: number[]): SectionBytes {
  return {
    name: '.debug_large',
    size: SIZE,
    // biome-ignore lint/correctness/useYield: the bytes are made up
    *read(offset, length) {
      asked.push(length);
      const bytes = new Uint8Array(length);
      for (let at = 0; at < length; at++) bytes[at] = (offset + at) % 251;
      return bytes;
    },
  };
}

const noBytes = (): never => {
  throw new Error('nothing has to be asked for');
};

test('a number that crosses the border of two pages is read in one piece', () => {
  const section = new PagedSection(largeSection([]), 'large');
  const border = 1 << 18;
  for (const offset of [5, border - 2, border, SIZE - 4]) {
    const value = runReading(
      settled(() => new Cursor().openSection(section, offset).u32()),
      noBytes,
    );
    const byte = (at: number): number => ((offset + at) % 251) * 2 ** (8 * at);
    assert.equal(value, byte(0) + byte(1) + byte(2) + byte(3), `at ${offset}`);
  }
});

test('a list that is longer than its page gets longer pages until it ends, and no more of the section', () => {
  const asked: number[] = [];
  const section = new PagedSection(largeSection(asked), 'large');
  const end = runReading(
    settled(() => {
      const cursor = new Cursor().openSection(section, 100);
      for (let left = 3_000_000; left > 0; left--) cursor.u8();
      return cursor.offset;
    }),
    noBytes,
  );
  assert.equal(end, 3_000_100);
  // Doubled from 256 KiB on, until 3,000,100 bytes are inside.
  assert.deepEqual(
    asked,
    [1, 2, 4, 8, 16].map((pages) => pages << 18),
  );
});

test('a list without an end is refused before it has taken the memory', () => {
  const asked: number[] = [];
  const section = new PagedSection(largeSection(asked), 'large');
  const endless = (): never => {
    const cursor = new Cursor().openSection(section, 0);
    for (;;) cursor.u8();
  };
  assert.throws(() => runReading(settled(endless), noBytes), { reason: 'malformed', message: /expected a list that ends/ });
  assert.ok(Math.max(...asked) <= 32 << 20);
});

test('behind the end of the section there is nothing', () => {
  const section = new PagedSection(largeSection([]), 'large');
  const read = (): number => new Cursor().openSection(section, SIZE - 2).u32();
  assert.throws(() => runReading(settled(read), noBytes), { reason: 'malformed', offset: SIZE - 2 });
});
