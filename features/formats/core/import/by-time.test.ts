import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byTime } from './by-time.ts';

test('ordered sequences are joined by time; of equal times the first sequence is first', () => {
  const sequence = (name: string, ...times: readonly number[]) => times.map((atUs) => ({ atUs, name })).values();
  const joined = [...byTime([sequence('a', 1, 4, 4, 9), sequence('b'), sequence('c', 0, 4, 5), sequence('d', 4)])];
  assert.equal(joined.map(({ atUs, name }) => `${name}${atUs}`).join(' '), 'c0 a1 a4 a4 c4 d4 c5 a9');
});
