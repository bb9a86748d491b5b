import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFromComparison } from './parse-from-comparison.ts';

test('messages of a comparison’s page are taken, anything else is not', () => {
  for (const message of [
    { type: 'ready' },
    { type: 'swap' },
    { type: 'open', key: 'main|com.example.Cart.total', beside: true },
    { type: 'openSession', side: 1, session: 3 },
  ]) {
    assert.deepEqual(parseFromComparison(message), message);
  }
  for (const message of [
    undefined,
    { type: 'close' },
    { type: 'open', key: 'x'.repeat(20_001), beside: false },
    { type: 'open', key: 'x' },
    { type: 'openSession', side: -1, session: 0.5 },
  ]) {
    assert.equal(parseFromComparison(message), undefined);
  }
});
