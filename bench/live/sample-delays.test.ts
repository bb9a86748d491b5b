import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleDelays } from './sample-delays.ts';

test('a sample’s delay ends with the first paint that has it', () => {
  // The third sample is in the second paint only; the fourth in none.
  assert.deepEqual(
    sampleDelays(
      [100, 110, 120, 130],
      [
        [2, 150],
        [3, 250],
        [3, 300],
      ],
      0,
    ),
    [50, 40, 130],
  );
});

test('samples from before the time that is asked for do not count', () => {
  assert.deepEqual(
    sampleDelays(
      [100, 110, 120],
      [
        [1, 105],
        [3, 150],
      ],
      110,
    ),
    [40, 30],
  );
  assert.deepEqual(sampleDelays([100], [[1, 105]], 200), []);
});
