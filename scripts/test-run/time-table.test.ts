import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeTable } from './time-table.ts';

test('steps and groups have a line each, then comes the sum, and behind it what themes took of it', () => {
  const groups = [
    ['unit', { files: 12, ms: 61_400, cpuMs: 90_000 }],
    ['e2e', { files: 1, ms: 600_000, cpuMs: 1_000 }],
  ] as const;
  assert.deepEqual(
    timeTable([['set-up', 8_600]], groups, [['hostile', { files: 3, ms: 9_000, cpuMs: 2_000 }]])
      .trim()
      .split('\n')
      .slice(1),
    [
      '  set-up             0:09',
      '  unit               1:01  12 files, 1:30 of processors',
      '  e2e               10:00  1 file, 0:01 of processors',
      '  all               11:10  by the clock, 1:31 of processors',
      '  hostile            0:09  of these 3 files, 0:02 of processors',
    ],
  );
});
