import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heatMarks } from './heat-marks.ts';
import type { ShownLine } from './shown-heat.ts';

const cost = (line: number, worstMs: number): ShownLine => {
  const us = worstMs * 1_000;
  return { line, selfUs: us, totalUs: us, busyUs: us, blockedUs: 0, lags: 1, lagUs: us, worstUs: us };
};

test('lines are marked by their steps, those that can be seen with their texts', () => {
  // Line 20 is behind the end of ten lines.
  const costs = [cost(0, 10), cost(1, 300), cost(4, 2_000), cost(20, 2_000)];
  const steps = heatMarks(costs, { from: 1, to: 3, count: 10 }, undefined);
  assert.deepEqual(
    steps.map((marks) => marks.map(({ line, near }) => `${line} ${near === undefined ? '-' : near.worstUs / 1_000}`)),
    [['0 -'], [], [], ['1 300'], ['4 -']],
  );
});
