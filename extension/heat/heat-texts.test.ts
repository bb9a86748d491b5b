import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cost } from '../../core/analysis/source-costs/cost-columns.ts';
import { useViewWindow } from '../../tests/extension/view-window.ts';

useViewWindow();
const { causeText, costText, functionText } = await import('./heat-texts.ts');

const cost: Cost = {
  selfUs: 0,
  totalUs: 550_000,
  busyUs: 550_000,
  blockedUs: 0,
  readyUs: 0,
  lags: 1,
  lagUs: 550_000,
  worstUs: 550_000,
};

test('the longest lag of a line is worth a word from the second on', () => {
  assert.equal(costText(cost), '550 ms on the main thread (self 0 ms): busy 100 %. In 1 lag: 550 ms.');
  const twice = { ...cost, lags: 2, worstUs: 300_000 };
  assert.equal(costText(twice), '550 ms on the main thread (self 0 ms): busy 100 %. In 2 lags: 550 ms, at most 300 ms in one.');
});

test('the cause of a line’s lag is said in full, and whose it is when there are several', () => {
  const why = {
    sentences: [['causeNoCore', { kind: 'duration', us: 700_000 }, { kind: 'share', share: 0.7 }]],
  } as const;
  assert.equal(causeText(why, cost), 'Main was ready, but had no core for 700 ms (70 %).');
  assert.equal(causeText(why, { ...cost, lags: 2 }), 'Longest lag: Main was ready, but had no core for 700 ms (70 %).');
});

test('a lens begins with the cause, if one is known, and ends with numbers', () => {
  const why = { sentences: [['causeNoCore', { kind: 'duration', us: 700_000 }, { kind: 'share', share: 0.7 }]] } as const;
  assert.equal(functionText(cost, why), 'Main was ready, but had no core for 700 ms (70 %). 1 lag · 550 ms · show');
  assert.equal(functionText({ ...cost, lags: 2, worstUs: 300_000 }, undefined), '2 lags · 550 ms · max 300 ms · show');
});
