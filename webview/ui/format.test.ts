import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatBytes,
  formatClock,
  formatCount,
  formatDay,
  formatDuration,
  formatMoment,
  formatShare,
  formatZero,
  simpleName,
} from './format.ts';

test('the zero of a scale has the unit of the next label', () => {
  assert.deepEqual([100_000, 2e6, 120e6, 300].map(formatDuration).map(formatZero), ['0 ms', '0 s', '0 s', '0 µs']);
  assert.equal(formatZero(formatBytes(3 * 1024 ** 2)), '0 MB');
});

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

test('counts have a comma between thousands', () => {
  assert.deepEqual([0, 12, 999, 1234, 56_789.6, 1_234_567, -1234].map(formatCount), [
    '0',
    '12',
    '999',
    '1,234',
    '56,790',
    '1,234,567',
    '-1,234',
  ]);
});

test('sizes have two digits at least, days are those of the reader’s clock', () => {
  // 3.4 MB = 3.4 * 1024 * 1024 = 3565158 bytes; 59 MB of a large mapping.
  assert.deepEqual([0, 640, 1024, 3_565_158, 59 << 20, 5 * 2 ** 30].map(formatBytes), [
    '0 B',
    '640 B',
    '1.0 KB',
    '3.4 MB',
    '59 MB',
    '5.0 GB',
  ]);
  assert.equal(formatClock(new Date(2026, 0, 9, 7, 5, 3).getTime()), '07:05:03');
  assert.equal(formatDay(new Date(2026, 0, 9, 7, 5).getTime()), '2026-01-09 07:05');
});
