import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeLag } from '../../../../tests/core/made-lag.ts';
import type { Lag } from '../lag.ts';
import { BASELINE_VERSION, type Baseline } from './baseline.ts';
import { changeCounts, compareWithBaseline } from './baseline-comparison.ts';
import { lagGroups } from './lag-groups.ts';

const minute = 60_000_000;
const ms = 1_000;

/** Functions and how long each of their lags lasted, in milliseconds. */
type Durations = Readonly<Record<string, readonly number[]>>;

function made(durations: Durations): readonly Lag[] {
  const all = Object.entries(durations).flatMap(([name, each]) => each.map((lasts) => ({ name, lasts })));
  return all.map(({ name, lasts }, index) => madeLag(index * 5_000 * ms, lasts * ms, `com.example.${name}.run:${index + 1}`));
}

function baseline(durations: Durations, observedUs: number, thresholdUs = 100 * ms): Baseline {
  const groups = lagGroups(made(durations)).map(({ key, lags }) => ({
    key,
    label: '',
    kind: 'message' as const,
    durationsUs: lags.map(({ beginUs, endUs }) => endUs - beginUs),
  }));
  return {
    version: BASELINE_VERSION,
    title: 'before',
    session: 's',
    app: 'com.example.shop',
    untilUs: 0,
    recordedMs: 0,
    observedUs,
    thresholdUs,
    groups,
    threads: [],
  };
}

const times = (count: number, lasts: number): readonly number[] => Array.from({ length: count }, () => lasts);

/** The change of each function. */
function changes(
  now: Durations,
  nowUs: number,
  before: Durations,
  beforeUs: number,
  thresholdUs = 100 * ms,
): Readonly<Record<string, string>> {
  const compared = compareWithBaseline(lagGroups(made(now)), baseline(before, beforeUs), { observedUs: nowUs, thresholdUs });
  return Object.fromEntries(compared.map(({ key, change }) => [key.split('.').at(-2) ?? '', change]));
}

test('what the baseline does not have is new, what should have come and did not is gone and stands at the end', () => {
  const compared = compareWithBaseline(
    lagGroups(made({ Feed: times(2, 200), Cart: times(3, 150) })),
    baseline({ Short: times(4, 110), Long: times(4, 500), Cart: times(3, 150) }, 2 * minute),
    { observedUs: 2 * minute, thresholdUs: 100 * ms },
  );
  assert.deepEqual(
    compared.map(({ key, change }) => `${key.split('.').at(-2)} ${change}`),
    ['Feed new', 'Cart few', 'Long gone', 'Short gone'],
  );
  assert.deepEqual(changeCounts(compared), { new: 1, few: 1, gone: 2, worse: 0, better: 0, same: 0 });
  // 4 x 500 ms in two minutes.
  assert.deepEqual(compared[2]?.before, { count: 4, totalUs: 2_000 * ms, worstUs: 500 * ms, perMinute: 2 });
});

test('nothing is gone before three of them were to be expected', () => {
  // 12 in 2 minutes are 6 a minute: three in half a minute.
  const before = { Cart: times(12, 150) };
  assert.deepEqual(changes({}, 0.45 * minute, before, 2 * minute), {});
  assert.deepEqual(changes({}, 0.55 * minute, before, 2 * minute), { Cart: 'gone' });
});

test('more or less time is worse or better beyond what chance does to the counts, not before', () => {
  const rate = (now: number, before: number): string => changes({ C: times(now, 150) }, minute, { C: times(before, 150) }, minute).C ?? '';
  // Twice the chance of so many or more heads among so many throws: 13 of 17 in 4.9 %, 12 of 16 in 7.7 %.
  assert.equal(rate(13, 4), 'worse');
  assert.equal(rate(12, 4), 'same');
  assert.equal(rate(4, 13), 'better');
  assert.equal(rate(4, 12), 'same');
  // Sure, but of no use: 2000 to 2200 a minute are 1.1 times as many.
  assert.equal(rate(2_200, 2_000), 'same');
  assert.equal(changes({ C: times(20, 600) }, minute, { C: times(20, 200) }, minute).C, 'worse', 'as many, of three times the length');
});

test('rates count by the minute: a longer session with as many more lags is the same', () => {
  assert.deepEqual(changes({ C: times(40, 150) }, 10 * minute, { C: times(4, 150) }, minute), { C: 'same' });
  assert.deepEqual(changes({ C: times(5, 150) }, minute, { C: times(5, 150) }, 10 * minute), { C: 'worse' });
});

test('fewer than five lags on both sides are too few, and the longest lag alone is no change', () => {
  const few = (now: readonly number[], before: readonly number[]): string => changes({ C: now }, minute, { C: before }, minute).C ?? '';
  assert.equal(few([600], [150]), 'few');
  assert.equal(few(times(4, 900), times(4, 110)), 'few');
  assert.equal(few(times(5, 900), times(4, 110)), 'worse');
  assert.equal(few([200, 250, 220, 500, 210], [200, 250, 220, 300, 210]), 'same');
  assert.equal(few([500, 110], times(20, 200)), 'better', 'rarer, with a longer one');
});

test('lags that the other session would not have taken for lags do not count', () => {
  // The baseline knows lags from 100 ms on, the session from 50 ms on: those below are no news.
  assert.deepEqual(changes({ C: times(30, 60), D: [60, 150] }, minute, { D: [150] }, minute, 50 * ms), { C: 'same', D: 'few' });
  // And the other way round: of ten in the baseline two are left at 300 ms.
  assert.deepEqual(changes({ C: times(2, 400) }, minute, { C: [...times(8, 150), ...times(2, 400)] }, minute, 300 * ms), { C: 'few' });
});

test('a session that has seen nothing yet is compared without a claim', () => {
  assert.deepEqual(changes({}, 0, { C: times(9, 200) }, minute), {});
  assert.deepEqual(changes({ C: [200] }, 0, { C: times(9, 200) }, minute), { C: 'few' });
  assert.deepEqual(changes({ C: times(9, 200) }, minute, { C: times(9, 200) }, 0), { C: 'few' });
});

test('a lock whose class one session did not learn is the other session’s only lock of that function', () => {
  const waiting = (name: string, objectClass: string): Lag =>
    madeLag(0, 200 * ms, `com.example.${name}.run:1`, {
      busyUs: 0,
      blockedUs: 200 * ms,
      waitsOn: { objectClass, isLock: true, ownerThread: 1, ownerNode: 1 },
    });
  const compared = (now: readonly Lag[], before: readonly Lag[]): readonly string[] => {
    const groups = lagGroups(before).map(({ key }) => ({ key, label: '', kind: 'message' as const, durationsUs: times(4, 200 * ms) }));
    const session = { observedUs: 2 * minute, thresholdUs: 100 * ms };
    const all = compareWithBaseline(lagGroups(now), { ...baseline({}, 2 * minute), groups }, session);
    return all.map(({ change, baseline: matched }) => `${change} ${matched?.key ?? '-'}`);
  };
  const [unknown, object, db] = [waiting('Cart', ''), waiting('Cart', 'java.lang.Object'), waiting('Cart', 'com.example.Db')];
  const cart = 'main|com.example.Cart.run';
  assert.deepEqual(compared([unknown], [object]), [`few ${cart}|waits java.lang.Object`]);
  assert.deepEqual(compared([object], [unknown]), [`few ${cart}|waits `]);
  // Two known locks differ, and an unknown one may be either of two.
  assert.deepEqual(compared([db], [object]), ['new -', `gone ${cart}|waits java.lang.Object`]);
  assert.equal(compared([unknown], [object, db])[0], 'new -');
  assert.equal(compared([unknown], [waiting('Feed', 'java.lang.Object')])[0], 'new -');
});
