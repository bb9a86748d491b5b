import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LastSeen, Memo, sameData, sameKey } from './memo.ts';

test('keys are the same when all parts are identical', () => {
  const part = {};
  assert.ok(sameKey([1, 'a', part], [1, 'a', part]));
  assert.ok(!sameKey([part], [{}]));
  assert.ok(!sameKey([1], [1, undefined]), 'one part more');
  assert.ok(sameKey([], []));
});

test('data is compared by content, at any depth', () => {
  assert.ok(sameData({ a: [1, { b: 'x' }], c: undefined }, { a: [1, { b: 'x' }] }));
  assert.ok(sameData({}, { c: undefined }));
  assert.ok(!sameData({ a: [1, { b: 'x' }] }, { a: [1, { b: 'y' }] }));
  assert.ok(!sameData({ a: 1 }, { a: 1, b: 2 }));
  assert.ok(!sameData([1, 2], [1]));
  assert.ok(!sameData([1], { 0: 1 }));
  assert.ok(!sameData(undefined, {}));
  assert.ok(!sameData(null, {}));
  assert.ok(sameData(Number.NaN, Number.NaN));
});

test('the first value is new, then each that differs from the one before', () => {
  const seen = new LastSeen(sameData);
  assert.ok(seen.isNew(undefined));
  assert.ok(!seen.isNew(undefined));
  assert.ok(seen.isNew([1]));
  assert.ok(!seen.isNew([1]));
  seen.clear();
  assert.ok(seen.isNew([1]));
});

test('a value is computed once for a key, and again after a failure', () => {
  const memo = new Memo<number>();
  let computed = 0;
  const compute = (): number => ++computed;
  assert.equal(memo.get(['a', 1], compute), 1);
  assert.equal(memo.get(['a', 1], compute), 1);
  assert.equal(memo.get(['a', 2], compute), 2);
  memo.clear();
  assert.equal(memo.get(['a', 2], compute), 3);
  const fails = (): number => {
    throw new RangeError('no value');
  };
  assert.throws(() => memo.get(['b'], fails), RangeError);
  assert.equal(memo.get(['b'], compute), 4);
});
