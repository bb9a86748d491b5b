import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atOnce } from '../../session/file/turns.ts';
import type { Interval } from './bootstrap.ts';
import { FixedRandom } from './random.ts';
import { RateDraws, rateInterval, samplesFor, type WeighedItems } from './rate-draws.ts';

const MINUTE_US = 60_000_000;

/** All items of a set, by capture of a minute. */
type Weights = readonly (readonly number[])[];

function interval(before: Weights, now: Weights, tail = 0.025, partOf = (all: WeighedItems) => all): Interval | undefined {
  const random = new FixedRandom();
  const [then, after] = [before, now].map((weights) => {
    const captures = weights.map(({ length }) => ({ items: length, observedUs: MINUTE_US }));
    const all = weights.flat();
    return { draws: atOnce(RateDraws.of(captures, 1_000, random)), part: partOf({ items: [...all.keys()], weights: all }) };
  });
  assert.ok(then !== undefined && after !== undefined);
  return rateInterval(then, after, tail);
}

const times = (count: number, weight = 1): readonly number[] => Array.from({ length: count }, () => weight);

test('the interval of a difference is that of two Poisson processes', () => {
  const found = interval([times(100)], [times(160)]);
  // 60 ± 1.96 · √(100 + 160).
  assert.ok(found !== undefined && Math.abs(found.low - 28.4) < 5 && Math.abs(found.high - 91.6) < 5, JSON.stringify(found));
  const wide = interval([times(100)], [times(160)], 0.005);
  // 60 ± 2.576 · √(100 + 160).
  assert.ok(wide !== undefined && Math.abs(wide.low - 18.5) < 8 && Math.abs(wide.high - 101.5) < 8, JSON.stringify(wide));
});

test('a part varies with its own items', () => {
  const firstNine = ({ items, weights }: WeighedItems) => ({ items: items.slice(0, 9), weights: weights.slice(0, 9) });
  const found = interval([times(300, 7)], [times(300, 7)], 0.025, firstNine);
  // 7 · (0 ± 1.96 · √18).
  assert.ok(found !== undefined && Math.abs(found.low + 58.2) < 10 && Math.abs(found.high - 58.2) < 10, JSON.stringify(found));
});

test('captures of one set that differ widen the interval', () => {
  const width = (now: Weights): number => {
    const found = interval([times(20), times(20), times(20)], now);
    return found === undefined ? 0 : found.high - found.low;
  };
  assert.ok(width([times(2), times(8), times(50)]) > 1.5 * width([times(20), times(20), times(20)]));
});

test('of equal processes some 95 % of intervals have no difference in them', () => {
  const random = new FixedRandom();
  // 60 chances of a lag a minute in each capture: 60 on average, of 100 to 500 ms.
  const capture = (): readonly number[] =>
    Array.from({ length: 60 }, () => random.poisson()).flatMap((count) => Array.from({ length: count }, () => 100 + 400 * random.next()));
  const rounds = 200;
  let held = 0;
  for (let round = 0; round < rounds; round++) {
    const found = interval([capture()], [capture()]);
    if (found !== undefined && found.low <= 0 && found.high >= 0) held++;
  }
  // The spread of a share of 200 is 1.5 %.
  assert.ok(Math.abs(held / rounds - 0.95) < 0.046, String(held / rounds));
});

test('chance is unknown for one capture without items, and a set without observed time has no rate', () => {
  assert.equal(interval([[]], [[]]), undefined);
  assert.notEqual(interval([[], []], [[]]), undefined);
  const part = { items: [...times(100).keys()], weights: times(100) };
  const [unseen, seen] = [0, MINUTE_US].map((observedUs) => {
    const draws = atOnce(RateDraws.of([{ items: 100, observedUs }], 1_000, new FixedRandom()));
    return { draws, part };
  });
  assert.ok(unseen !== undefined && seen !== undefined);
  assert.equal(unseen.draws.rate(part), undefined);
  assert.equal(rateInterval(seen, unseen, 0.025), undefined);
  // Counts as 0: 100 ± 1.96 · √100.
  const found = rateInterval(unseen, seen, 0.025);
  assert.ok(found !== undefined && Math.abs(found.low - 80.4) < 4 && Math.abs(found.high - 119.6) < 4, JSON.stringify(found));
});

test('a set of many items has fewer samples, at least enough for tails', () => {
  assert.deepEqual([0, 20_000, 40_000, 1_000_000].map(samplesFor), [1_000, 1_000, 500, 200]);
});
