import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLessUrgent, qualityOf } from './quality-of-service.ts';

test('a base priority of iOS is of a quality of service, also a relative one', () => {
  // The kernel's own numbers, then lowered and impossible ones.
  assert.deepEqual([47, 46, 37, 31, 20, 4].map(qualityOf), [
    'userInteractive',
    'userInteractive',
    'userInitiated',
    'default',
    'utility',
    'background',
  ]);
  assert.deepEqual([97, 33, 25, 10, 0, -1, 128].map(qualityOf), [
    'userInteractive',
    'userInitiated',
    'default',
    'utility',
    undefined,
    undefined,
    undefined,
  ]);
});

test('an order of urgency', () => {
  assert.ok(isLessUrgent('default', 'userInteractive') && isLessUrgent('background', 'utility'));
  assert.ok(!isLessUrgent('userInteractive', 'default') && !isLessUrgent('utility', 'utility'));
});
