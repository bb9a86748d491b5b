import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Density } from './density.ts';
import { RowPixels } from './row-pixels.ts';

const BLACK = 0xff000000;
const RED = 0xff0000ff;
const BLUE = 0xffff0000;
/** A row of letters: narrow boxes covered in 3 and in 1 of 3 moments, and a wide box. */
const boxes = { R: [RED, 3], B: [BLUE, 3], r: [RED, 1], W: [BLUE, 0], '.': [0, 0] } as const;

/** Merges a row at one screen pixel per CSS pixel: the reach is 4 pixels to both sides. */
function merged(row: string): readonly string[] {
  const of = new RowPixels();
  of.begin(row.length, 1);
  for (const [x, letter] of [...row].entries()) {
    const [color, covered] = Object.entries(boxes).find(([name]) => name === letter)?.[1] ?? [0, 0];
    of.fill(x, x + 1, 0, color, covered);
  }
  const density = new Density();
  density.update(of, 0, row.length, BLACK, 1);
  return Array.from(density.pixels, (pixel) => pixel.toString(16));
}

test('close boxes without room for a name have the mean colour of those around', () => {
  const row = merged('RBRBRBRB');
  // Pixels 0 to 4 are 3 red, 2 blue: 255 * 3 / 5 = 153, 255 * 2 / 5 = 102.
  assert.equal(row[0], 'ff660099');
  // Pixels 0 to 7 are 4 of each: 127.5 rounded.
  assert.equal(row[3], 'ff800080');
});

test('the less time they take, the fainter they are', () => {
  // 0.25 + 0.75 / 3 = 0.5 of 255.
  assert.deepEqual(
    merged('rrrr'),
    Array.from({ length: 4 }, () => 'ff000080'),
  );
  // In the middle 2 of 5 columns are covered: 0.25 + 0.75 * 0.4 = 0.55 of 255 is 140.25.
  assert.equal(merged('R...R')[2], 'ff00008c');
});

test('what is alone, or wide, stays as it is', () => {
  const same = (row: string): void =>
    assert.deepEqual(
      merged(row),
      [...row].map((letter) => (letter === 'W' ? BLUE : letter === 'R' ? RED : 0).toString(16)),
    );
  same('..RR.........RR');
  same('WWRRWWW');
  same('RR.WW');
});

test('a wide box neither takes nor gives colour', () => {
  const row = merged('RRRWWWRRR');
  assert.deepEqual(
    row,
    [...'RRRWWWRRR'].map((letter) => (letter === 'W' ? BLUE : RED).toString(16)),
  );
});
