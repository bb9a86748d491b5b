import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LineCost } from '../../core/analysis/file-costs.ts';
import { heatMarks } from './heat-marks.ts';

const cost = (line: number, worstMs: number): LineCost => {
  const us = worstMs * 1_000;
  return { line, selfUs: us, totalUs: us, busyUs: us, blockedUs: 0, lags: 1, lagUs: us, worstUs: us };
};

test('lines are marked where they are now, those that can be seen with their texts, deleted ones not at all', () => {
  // Line 3 is the fifth now, line 4 was deleted, line 9 is behind the end.
  const now: Readonly<Record<number, number>> = { 1: 0, 2: 1, 3: 4, 9: 20 };
  const costs = [cost(1, 10), cost(2, 300), cost(3, 2_000), cost(4, 2_000), cost(9, 2_000)];
  const steps = heatMarks(costs, (line) => now[line], { from: 1, to: 3, count: 10 }, undefined);
  assert.deepEqual(
    steps.map((marks) => marks.map(({ line, near }) => `${line} ${near === undefined ? '-' : near.worstUs / 1_000}`.trim())),
    [['0 -'], [], [], ['1 300'], ['4 -']],
  );
});
