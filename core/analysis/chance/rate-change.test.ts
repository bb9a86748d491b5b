import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Interval, isNoise, verdictOf } from './interval.ts';
import { FixedRandom } from './random.ts';
import { type RateChange, RatePart, rateChange, SPREADS } from './rate-change.ts';

const MINUTE_US = 60_000_000;

/** Items by capture. */
type Captures = readonly (readonly number[])[];

function part(captures: Captures, minutes = 1): RatePart {
  const made = new RatePart(captures.map(() => minutes * MINUTE_US));
  for (const [capture, items] of captures.entries()) for (const us of items) made.add(capture, us);
  return made;
}

function interval(before: Captures, now: Captures, spreads?: number): Interval {
  return rateChange(part(before), part(now), spreads).interval ?? assert.fail('no interval');
}

const times = (count: number, us = 1): readonly number[] => Array.from({ length: count }, () => us);

function isNear(found: Interval, low: number, high: number, by: number): void {
  assert.ok(Math.abs(found.low - low) < by && Math.abs(found.high - high) < by, JSON.stringify(found));
}

test('the interval of a difference is that of two Poisson processes', () => {
  // 60 ± 1.96 · √(100 + 160).
  isNear(interval([times(100)], [times(160)]), 28.4, 91.6, 2);
  // 60 ± 2.576 · √(100 + 160).
  isNear(interval([times(100)], [times(160)], SPREADS.percent99), 18.5, 101.5, 2);
  // 7 · (0 ± 1.96 · √18).
  isNear(interval([times(9, 7)], [times(9, 7)]), -58.2, 58.2, 8);
});

test('few lags are judged as by the exact test of two counts', () => {
  const isBeyond = (before: number, now: number, minutes = 1): boolean =>
    !isNoise(rateChange(part([times(before)], minutes), part([times(now)])).interval);
  // Twice the chance of so many or more heads among so many throws: 13 of 17 in 4.9 %, 12 of 16 in 7.7 %; 6 of 6 in 3.1 %.
  assert.deepEqual([isBeyond(4, 13), isBeyond(4, 12), isBeyond(13, 4), isBeyond(12, 4), isBeyond(0, 6)], [true, false, true, false, true]);
  // The same with 1 of 11 chances each: 5 of 9 in 0.1 %, 5 of 25 in 14 %.
  assert.deepEqual([isBeyond(4, 5, 10), isBeyond(20, 5, 10)], [true, false]);
});

test('captures of one set that differ widen the interval, as a bootstrap over them does', () => {
  const width = (now: Captures): number => {
    const { low, high } = interval([times(20), times(20), times(20)], now);
    return high - low;
  };
  assert.ok(width([times(2), times(8), times(50)]) > 1.5 * width([times(20), times(20), times(20)]));
  // 60 items, and captures off their mean of 20 by 18, 12 and 30: a variance of 60 + 1,368, as of 2.52 items that weigh 23.8.
  assert.ok(Math.abs(part([times(2), times(8), times(50)]).itemUs - 23.8) < 1e-9);
});

test('of equal processes at most some 5 % differ beyond noise', () => {
  const random = new FixedRandom();
  for (const [chances, minutes] of [
    [60, 1],
    [20, 5],
    [8, 1],
  ] as const) {
    // Lags of 100 to 500 ms.
    const capture = (all: number): readonly number[] =>
      Array.from({ length: all }, () => random.poisson()).flatMap((count) =>
        Array.from({ length: count }, () => 100 + 400 * random.next()),
      );
    const rounds = 1_000;
    let beyond = 0;
    for (let round = 0; round < rounds; round++) {
      const change = rateChange(part([capture(chances * minutes)], minutes), part([capture(chances)]));
      if (!isNoise(change.interval)) beyond++;
    }
    // The spread of a share of 1,000 is 0.7 %.
    assert.ok(beyond / rounds < 0.071, `${chances} chances: ${beyond / rounds}`);
  }
});

test('with fewer than five items on both sides, or without observed time, chance is unknown', () => {
  const verdict = (change: RateChange): string => verdictOf(change.interval);
  assert.equal(verdict(rateChange(part([times(1)], 1_000), part([times(4)]))), 'few');
  assert.equal(verdict(rateChange(part([times(1)], 1_000), part([times(5)]))), 'more');
  assert.equal(verdict(rateChange(part([[]]), part([[]]))), 'few');
  assert.equal(verdict(rateChange(part([times(9)], 0), part([times(9)]))), 'few');
  assert.deepEqual([part([times(9)], 0).rate, part([]).rate], [0, 0]);
});

test('exchanged sides change the sign of everything', () => {
  const random = new FixedRandom();
  for (let round = 0; round < 500; round++) {
    const side = (): RatePart => {
      const captures = Array.from({ length: 1 + random.index(3) }, () => Array.from({ length: random.index(12) }, () => random.index(2e6)));
      return part(captures, 1 + random.index(5));
    };
    const [one, other] = [side(), side()];
    const [there, back] = [rateChange(one, other), rateChange(other, one)];
    assert.deepEqual([back.beforeUs, back.nowUs], [there.nowUs, there.beforeUs]);
    const opposite = there.interval && { low: -there.interval.high, high: -there.interval.low };
    assert.deepEqual(back.interval, opposite);
  }
});
