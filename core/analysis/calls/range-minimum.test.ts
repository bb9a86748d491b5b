import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../tests/core/sample-stream.ts';
import { RangeMinimumIndex } from './range-minimum.ts';

test('what the pyramid finds is what looking at every value finds, also after it was cut', () => {
  const random = seededRandom(3);
  const pyramid = new RangeMinimumIndex();
  const values: number[] = [];
  for (let round = 0; round < 60; round++) {
    for (let count = Math.floor(random() * 400); count > 0; count--) {
      const value = Math.floor(random() ** 3 * 1_000);
      values.push(value);
      pyramid.append(value);
    }
    const cut = Math.floor(values.length * (0.5 + random() / 2));
    values.length = cut;
    pyramid.truncate(cut);
    for (let probe = 0; probe < 50; probe++) {
      const from = Math.floor(random() * cut);
      const to = from + Math.floor(random() * (cut - from));
      const limit = Math.floor(random() ** 4 * 300) - 1;
      const next = values.findIndex((value, index) => index >= from && value <= limit);
      assert.equal(pyramid.next(from, limit), next < 0 ? cut : next);
      assert.equal(
        pyramid.last(from, limit),
        values.slice(0, from + 1).findLastIndex((value) => value <= limit),
      );
      assert.equal(pyramid.least(from, to), Math.min(0xffff, ...values.slice(from, to)));
    }
  }
});

test('what was looked for and then cut away is not found any more', () => {
  const pyramid = new RangeMinimumIndex();
  for (let index = 0; index < 48; index++) pyramid.append(index === 44 ? 1 : 9);
  assert.equal(pyramid.next(0, 1), 44);
  // The cut goes through the block that has it, from 32 to 47.
  pyramid.truncate(40);
  assert.equal(pyramid.next(0, 1), 40);
  assert.equal(pyramid.last(39, 1), -1);
  pyramid.append(1);
  assert.equal(pyramid.next(0, 1), 40);
  assert.equal(pyramid.least(0, 41), 1);
});
