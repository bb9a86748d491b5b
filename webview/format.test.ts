import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDuration, formatMoment, formatShare, simpleName } from './format.ts';

test('durations change their unit where a reader would', () => {
  assert.deepEqual([640, 4200, 42_400, 612_000, 999_600, 1_240_000, 125_000_000].map(formatDuration), [
    '640 µs',
    '4.2 ms',
    '42 ms',
    '612 ms',
    '1.00 s',
    '1.24 s',
    '2 min 05 s',
  ]);
});

test('moments carry over from tenths to minutes', () => {
  assert.equal(formatMoment(7_250_000, 3), '0:07.250');
  assert.equal(formatMoment(59_960_000), '1:00.0');
  assert.equal(formatMoment(3_723_000_000, 0), '1:02:03');
  assert.equal(formatMoment(-5), '0:00.0');
});

test('shares and class names are short', () => {
  assert.deepEqual([0, 0.004, 0.12, 1].map(formatShare), ['0 %', '0.4 %', '12 %', '100 %']);
  assert.equal(simpleName('com.example.shop.Cart$1'), 'Cart$1');
  assert.equal(simpleName('Main'), 'Main');
  assert.equal(simpleName('com.example.Cart$$ExternalSyntheticLambda0'), 'Cart λ');
  assert.equal(simpleName('com.example.Cart$$Lambda$16.0x00007f7634006430'), 'Cart λ');
});
