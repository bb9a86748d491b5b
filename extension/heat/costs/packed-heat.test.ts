import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileHeat } from '../../../core/analysis/source-costs/file-costs.ts';
import { packHeat, unpackHeat } from './packed-heat.ts';
import { boundedHeat, MOST_FUNCTIONS, MOST_LINES } from './session-costs.ts';

const cost = (totalUs: number) => ({ selfUs: 1, totalUs, busyUs: 2.5, blockedUs: 3, readyUs: 7, lags: 4, lagUs: 5, worstUs: 6 });
const named = (method: string, totalUs: number) => ({ class: 'shop.Cart', method, leastLine: 3, mostLine: 8, ...cost(totalUs) });

test('costs come out of the columns as they went in', () => {
  const heat: FileHeat = {
    lines: [3, 8].map((line) => ({ line, ...cost(100 * line) })),
    functions: [named('total', 1_100), named('λ $1', 7)],
  };
  assert.deepEqual(unpackHeat(structuredClone(packHeat(heat))), heat);
  assert.deepEqual(unpackHeat(packHeat({ lines: [], functions: [] })), { lines: [], functions: [] });
});

test('of lines behind the end of a source the last one is left, which says that it is another source', () => {
  const lines = [3, 8, 12, 90, 4_000_000].map((line) => ({ line, ...cost(1) }));
  const shown = (most: number): readonly number[] => boundedHeat({ lines, functions: [] }, most).lines.map(({ line }) => line);
  assert.deepEqual([shown(12), shown(2), shown(5_000_000)], [[3, 8, 12, 4_000_000], [4_000_000], [3, 8, 12, 90, 4_000_000]]);
});

test('of more lines and functions than a source has, those with the most time are left, in their order', () => {
  const most = MOST_LINES + 3;
  const lines = Array.from({ length: most }, (_, row) => ({ line: row + 1, ...cost(row) }));
  const functions = [named('a'.repeat(5_000), 9), ...Array.from({ length: MOST_FUNCTIONS + 1 }, (_, row) => named(`m${row}`, row))];
  const bounded = boundedHeat({ lines, functions }, most);
  assert.deepEqual([bounded.lines.length, bounded.lines[0]?.line, bounded.lines.at(-1)?.line], [MOST_LINES, 4, most]);
  assert.deepEqual([bounded.functions.length, bounded.functions[0]?.method], [MOST_FUNCTIONS, 'm1']);
});
