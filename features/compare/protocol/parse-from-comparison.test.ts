import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFromComparison } from './parse-from-comparison.ts';

test('messages of a comparison’s page are taken, anything else is not', () => {
  for (const message of [
    { type: 'ready' },
    { type: 'press', id: 'source main|com.example.Cart.total', beside: true },
    { type: 'failed', text: 'x' },
  ]) {
    assert.deepEqual(parseFromComparison(message), message);
  }
  for (const message of [
    undefined,
    { type: 'close' },
    { type: 'press', id: 'x'.repeat(20_001), beside: false },
    { type: 'press', id: 'x' },
    { type: 'press', id: 3, beside: false },
  ]) {
    assert.equal(parseFromComparison(message), undefined);
  }
});
