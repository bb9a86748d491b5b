import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flagAt } from './flags.ts';

test('a flag is met on its name, and near its line at any height', () => {
  const flags = [
    { name: 'Run 2', x: 10, left: 10, right: 60 },
    { name: 'checkout', x: 50, left: 50, right: 120 },
    { name: 'last', x: 300, left: 261, right: 301 },
  ];
  assert.equal(flagAt(flags, 30, 5)?.name, 'Run 2');
  assert.equal(flagAt(flags, 55, 5)?.name, 'checkout', 'the later one lies on top');
  assert.equal(flagAt(flags, 280, 5)?.name, 'last');
  assert.equal(flagAt(flags, 30, 40), undefined, 'below the ruler there is only the line');
  assert.equal(flagAt(flags, 48, 40)?.name, 'checkout');
});
