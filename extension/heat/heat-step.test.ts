import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heatMarks, heatStep } from './heat-step.ts';
import type { ShownLine } from './shown-heat.ts';

test('a line is as hot as it made the worst lag that it took part in', () => {
  const steps = [0, 49, 50, 100, 249, 250, 999, 1_000, 60_000].map((ms) => heatStep({ worstUs: ms * 1_000, totalUs: 1e9 }, undefined));
  assert.deepEqual(steps, [1, 1, 2, 3, 3, 4, 4, 5, 5]);
});

test('where there are no lags, it is as hot as its share of all work', () => {
  const steps = [0, 0.009, 0.01, 0.03, 0.1, 0.3, 1].map((share) => heatStep({ worstUs: 0, totalUs: share * 10_000 }, 10_000));
  assert.deepEqual(steps, [1, 1, 2, 3, 4, 5, 5]);
  assert.equal(heatStep({ worstUs: 0, totalUs: 0 }, 0), 1);
});

const cost = (line: number, worstMs: number): ShownLine => {
  const us = worstMs * 1_000;
  return { line, selfUs: us, totalUs: us, busyUs: us, blockedUs: 0, readyUs: 0, lags: 1, lagUs: us, worstUs: us };
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
