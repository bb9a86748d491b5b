import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../tests/core/sample-stream.ts';
import { SplitMap } from './split-map.ts';

test('a map that is split holds what a Map does', () => {
  const random = seededRandom(3);
  const split = new SplitMap<number, number>((key) => key);
  const whole = new Map<number, number>();
  for (let round = 0; round < 60_000; round++) {
    const key = Math.floor(random() * 20_000);
    if (random() < 0.3) assert.equal(split.delete(key), whole.delete(key));
    else {
      split.set(key, round);
      whole.set(key, round);
    }
    const asked = Math.floor(random() * 20_000);
    assert.deepEqual([split.size, split.has(asked), split.get(asked)], [whole.size, whole.has(asked), whole.get(asked)]);
  }
  const byKey = ([a]: [number, number], [b]: [number, number]): number => a - b;
  assert.deepEqual([...split].sort(byKey), [...whole].sort(byKey));
});

test('the oldest entries are some of those that came first, until none is left', () => {
  const split = new SplitMap<number, true>((key) => key);
  for (let key = 0; key < 100_000; key++) split.set(key, true);
  const first = split.oldest();
  // An eighth of each of four parts of 64.
  assert.ok(first.length > 0 && first.length < 100_000 / 100, `${first.length} keys`);
  assert.ok(Math.max(...first) < 100_000 / 7);
  let rounds = 0;
  for (let keys = first; keys.length > 0; keys = split.oldest()) {
    for (const key of keys) assert.ok(split.delete(key));
    assert.ok(++rounds < 100_000);
  }
  assert.equal(split.size, 0);
});
