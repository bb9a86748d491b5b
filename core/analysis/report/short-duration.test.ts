import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortDuration } from './short-duration.ts';

test('times have few letters, without jumps where the unit changes', () => {
  assert.deepEqual(
    [0, 400, 940, 960, 41_300, 999_400, 999_600, 1_949_000, 9_949_999, 9_950_000, 119_000_000, 119_500_000].map(shortDuration),
    ['0 ms', '0.4 ms', '0.9 ms', '1 ms', '41 ms', '999 ms', '1.0 s', '1.9 s', '9.9 s', '10 s', '119 s', '2 min'],
  );
});
