import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../tests/core/sample-stream.ts';
import { BLOCK_ROWS } from './packed-block.ts';
import { PackedRows } from './packed-rows.ts';

const random = seededRandom(23);

function column(value: (row: number) => number): Float64Array {
  return Float64Array.from({ length: BLOCK_ROWS }, (_, row) => value(row));
}

const below = (most: number): number => Math.floor(random() * most);

/** Of each kind one: widths from 0 to 32 bits, far values, differences that need more bits, fractions. */
const kinds: Readonly<Record<string, () => Float64Array>> = {
  equal: () => column(() => 7),
  zerosAndOnes: () => column(() => below(2)),
  negative: () => column(() => below(9) - 1),
  ascending: () => column((row) => 3e12 + row * 5_000 + below(100)),
  fewFar: () => column(() => (random() < 0.03 ? below(2 ** 31) : below(200))),
  oneFar: () => column((row) => (row === BLOCK_ROWS - 1 ? 4_000_000_000 : 5)),
  // Of 8 bits, whose largest code marks an exception.
  nextToFar: () => column((row) => (row === 500 ? 2 ** 31 : row % 256)),
  wholeWords: () => column((row) => (row % 2 === 0 ? 0 : 0xfffffffe)),
  tooFar: () => column((row) => (row === 3 ? 2 ** 50 : row)),
  fractions: () => column((row) => row / 3),
  notNumbers: () => column((row) => (row === 0 ? Number.NaN : Number.POSITIVE_INFINITY)),
  ...Object.fromEntries(Array.from({ length: 33 }, (_, width) => [`bits${width}`, () => column(() => below(2 ** width))])),
};

test('packed rows are what was added', () => {
  const names = Object.keys(kinds);
  const packed = new PackedRows(names.length);
  const expected = names.map((): number[] => []);
  for (let block = 0; block < 5; block++) {
    const columns = Object.values(kinds).map((make) => make());
    packed.add(columns);
    for (const [at, values] of columns.entries()) expected[at]?.push(...values);
  }
  assert.equal(packed.length, 5 * BLOCK_ROWS);
  for (const [at, name] of names.entries()) {
    // From block to block: none is unpacked.
    for (let row = 0; row < BLOCK_ROWS; row++)
      for (let each = row; each < packed.length; each += BLOCK_ROWS) assert.equal(packed.read(at, each), expected[at]?.[each], name);
    const read = Array.from({ length: packed.length }, (_, row) => packed.read(at, row));
    assert.deepEqual(read, expected[at], name);
  }
});

test('a column that is stored by its difference to another one is what was added, read alone or in a row', () => {
  const packed = new PackedRows(2, { column: 1, to: 0 });
  const begins = column((row) => 5e11 + row * 40_000_000);
  const ends = begins.map((us) => us + below(3_000));
  packed.add([begins, ends]);
  // Differences below 3,000 take 12 bits, begins over eleven hours are stored as they are.
  assert.equal(packed.bytes, 4 * (2 + 2 * BLOCK_ROWS + (BLOCK_ROWS * 12) / 32));
  assert.equal(packed.read(1, 700), ends[700]);
  assert.deepEqual(
    Array.from({ length: BLOCK_ROWS }, (_, row) => packed.read(1, row)),
    [...ends],
  );
});

test('many tables that are read in turns are read right', () => {
  const tables = Array.from({ length: 100 }, (_, at) => {
    const packed = new PackedRows(1);
    for (let block = 0; block < 2; block++) packed.add([column((row) => at * 10_000 + block * BLOCK_ROWS + row)]);
    return packed;
  });
  for (let row = 0; row < 2 * BLOCK_ROWS; row++) {
    for (const [at, packed] of tables.entries()) assert.equal(packed.read(0, row), at * 10_000 + row);
  }
});

test('the oldest rows go', () => {
  const packed = new PackedRows(2);
  for (let block = 0; block < 4; block++) packed.add([column((row) => block * BLOCK_ROWS + row), column(() => block)]);
  let dropped = 0;
  for (const rows of [0, 1, 10, BLOCK_ROWS - 12, BLOCK_ROWS + 5, 1_500]) {
    packed.dropFirst(rows);
    dropped += rows;
    assert.equal(packed.length, 4 * BLOCK_ROWS - dropped);
    // So many in a row that their blocks are unpacked; the first stays so.
    for (const row of [packed.length - 1, ...Array.from({ length: 200 }, (_, at) => packed.length - 200 + at), ...Array(200).keys()]) {
      assert.equal(packed.read(0, row), dropped + row);
      assert.equal(packed.read(1, row), Math.floor((dropped + row) / BLOCK_ROWS));
    }
  }
  packed.add([column((row) => row), column(() => 9)]);
  assert.equal(packed.read(1, packed.length - 1), 9);
});

test('rows that are not held throw', () => {
  const packed = new PackedRows(1);
  assert.throws(() => packed.read(0, 0), RangeError);
  packed.add([column((row) => row)]);
  packed.dropFirst(3);
  for (const row of [-1, packed.length]) assert.throws(() => packed.read(0, row), RangeError);
});

test('few far values do not widen the others', () => {
  const packed = new PackedRows(1);
  packed.add([column((row) => (row % 100 === 0 ? 3_000_000_000 : row % 4))]);
  // Three codes and the mark of an exception take 3 bits; 11 exceptions take 2 words each, a head and their number one.
  assert.equal(packed.bytes, 4 * (1 + (BLOCK_ROWS * 3) / 32 + 1 + 11 * 2));
});
