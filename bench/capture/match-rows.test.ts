import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BegunLag, matchRows } from './match-rows.ts';

const lag = (beginMs: number, kind = 'busy'): BegunLag => ({ lag: { kind, durationMs: 500 }, beginMs });
const delays = (lags: readonly BegunLag[], shownMs: readonly number[], open = true): readonly number[] =>
  matchRows(
    lags,
    shownMs.map((each) => ({ shownMs: each, open })),
    100,
  ).map(({ delayMs }) => delayMs);

test('each lag has the row that came after it crossed its threshold', () => {
  assert.deepEqual(delays([lag(0), lag(1500)], [180, 1690]), [80, 90]);
});

test('a lag without a row does not take the next one’s', () => {
  assert.deepEqual(delays([lag(0), lag(1500), lag(3000)], [1680, 3170]), [Number.POSITIVE_INFINITY, 80, 70]);
});

test('the first row of two goes to the first lag, though the second has crossed by then', () => {
  assert.deepEqual(delays([lag(0), lag(100)], [250, 330]), [150, 130]);
});

test('a row of a lag that nobody asked for is its own', () => {
  assert.deepEqual(delays([lag(0, 'other'), lag(600)], [150, 790]), [90]);
});

test('a row that says that its lag is over is not that of one that lasts', () => {
  assert.deepEqual(delays([lag(0)], [200], false), [Number.POSITIVE_INFINITY]);
  const [delay] = matchRows([lag(0)], [{ shownMs: 520, open: false }], 100);
  assert.deepEqual([delay?.delayMs, delay?.whileItLasted], [420, false]);
});
