import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../tests/core/sample-stream.ts';
import { numberAt } from './at.ts';
import { firstAfter, firstAtLeast, firstIndex, firstIndexNear, firstMatching, lastUpTo } from './sorted.ts';

const ROUNDS = 2_000;

/** Ascending whole numbers with repeats, and one to search for: below, among or above them. */
function* searches(): Generator<{ readonly values: readonly number[]; readonly value: number; readonly from: number }> {
  const random = seededRandom(11);
  for (let round = 0; round < ROUNDS; round++) {
    const length = Math.floor(random() * 40);
    const values = Array.from({ length }, () => Math.floor(random() * 30)).sort((a, b) => a - b);
    yield { values, value: Math.floor(random() * 34) - 2, from: Math.floor(random() * (length + 1)) };
  }
}

/** The same by a linear search. */
function linear(values: readonly number[], holds: (value: number) => boolean, from = 0): number {
  const found = values.findIndex((value, index) => index >= from && holds(value));
  return found < 0 ? values.length : found;
}

test('searches of ascending values find what a linear search finds', () => {
  for (const { values, value } of searches()) {
    const after = linear(values, (each) => each > value);
    for (const column of [values, Float64Array.from(values), Int32Array.from(values)]) {
      assert.equal(firstAfter(column, value), after);
      assert.equal(
        firstAtLeast(column, value),
        linear(values, (each) => each >= value),
      );
      assert.equal(
        lastUpTo(column, value),
        values.findLastIndex((each) => each <= value),
      );
    }
    assert.equal(
      firstMatching(values, (each) => each > value),
      after,
    );
  }
});

test('rows behind the length are not searched', () => {
  for (const { values, value } of searches()) {
    const column = Float64Array.from([...values, 0, 0, 0]);
    assert.equal(firstAfter(column, value, values.length), firstAfter(values, value));
    assert.equal(firstAtLeast(column, value, values.length), firstAtLeast(values, value));
    assert.equal(lastUpTo(column, value, values.length), lastUpTo(values, value));
  }
});

test('a length beyond the column throws', () => {
  for (const search of [firstAfter, firstAtLeast, lastUpTo]) assert.throws(() => search(new Float64Array(2), 1, 3), RangeError);
});

test('a search that begins at a row finds what a linear search from there finds, near or far', () => {
  for (const { values, value, from } of searches()) {
    const holds = (index: number): boolean => numberAt(values, index) > value;
    const expected = Math.max(
      from,
      linear(values, (each) => each > value, from),
    );
    assert.equal(firstIndex(values.length, holds, from), expected);
    assert.equal(firstIndexNear(values.length, holds, from), expected);
  }
});

test('a near search asks few times for what is near, however many rows there are', () => {
  let asked = 0;
  const found = firstIndexNear(
    1_000_000,
    (index) => {
      asked++;
      return index >= 105;
    },
    100,
  );
  assert.equal(found, 105);
  assert.ok(asked <= 6, `asked ${asked} times`);
});
