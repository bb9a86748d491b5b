import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileHeat } from '../../core/analysis/source-costs/file-costs.ts';
import { shownHeat } from './shown-heat.ts';

const cost = (ms: number, lags: number) => ({
  ...{ selfUs: ms * 1_000, totalUs: ms * 1_000, busyUs: ms * 1_000, blockedUs: 0, readyUs: 0 },
  ...{ lags, lagUs: ms * 1_000, worstUs: ms * 1_000 },
});

const heat = (line: number, ms: number, lags: number): FileHeat => ({
  lines: [{ line, ...cost(ms, lags) }],
  functions: [{ class: 'Cart', method: 'total', leastLine: line, mostLine: line, ...cost(ms, lags) }],
});

test('what a line cost before and after it was moved and the app was built again is one line’s', () => {
  // Line 10 of the first build is line 12 of the second one.
  const shown = shownHeat([
    { heat: heat(10, 500, 2), lineNow: (line) => line + 1 },
    { heat: heat(12, 40, 1), lineNow: (line) => line - 1 },
  ]);
  assert.deepEqual(
    shown.lines.map(({ line, totalUs, lags, worstUs }) => [line, totalUs / 1_000, lags, worstUs / 1_000]),
    [[11, 540, 3, 500]],
  );
  assert.deepEqual(
    shown.functions.map(({ method, first, last, totalUs }) => [method, first, last, totalUs / 1_000]),
    [['total', 11, 11, 540]],
  );
});

test('what was deleted is left out, also the lines of a function of which none is left', () => {
  const shown = shownHeat([
    {
      heat: { ...heat(10, 500, 2), lines: [...heat(10, 500, 2).lines, ...heat(3, 7, 0).lines] },
      lineNow: (line) => (line === 3 ? 2 : undefined),
    },
  ]);
  assert.deepEqual(
    shown.lines.map(({ line }) => line),
    [2],
  );
  assert.deepEqual(shown.functions, []);
});
