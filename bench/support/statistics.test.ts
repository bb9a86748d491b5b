import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bootstrap, median, trimmedMean } from './statistics.ts';

test('medians and trimmed means, by hand', () => {
  assert.equal(median([5, 1, 3]), 3);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  // A fifth of five goes at each end: (2 + 3 + 4) / 3.
  assert.equal(trimmedMean([1000, 2, 3, 4, -1000]), 3);
});

test('the interval of a mean is about two standard errors wide to each side', () => {
  // 0..99, evenly: standard deviation 28.87, of the mean of 100 values 2.887; 1.96 of these to each side of 49.5.
  const { value, lower, upper } = bootstrap(
    Array.from({ length: 100 }, (_, i) => i),
    (values) => values.reduce((sum, each) => sum + each, 0) / values.length,
  );
  assert.equal(value, 49.5);
  assert.ok(Math.abs(lower - (49.5 - 5.66)) < 0.7 && Math.abs(upper - (49.5 + 5.66)) < 0.7, `${lower} ${upper}`);
});
