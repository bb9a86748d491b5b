import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bootstrapInterval, figureValue } from '../../../core/analysis/chance/bootstrap.ts';
import { FixedRandom } from '../../../core/analysis/chance/random.ts';
import { jankShare } from '../../../core/analysis/measures/jank-share.ts';
import type { MeasuredSession } from '../../../core/analysis/measures/measured-session.ts';
import { atOnce } from '../../../core/session/file/turns.ts';
import type { Budget, BudgetRule } from './budget.ts';
import { judgedSentence, ruleTitle } from './budget-texts.ts';
import { type JudgedRule, judgeBudget } from './judge.ts';
import { lagPercentile } from './lag-percentile.ts';
import { lagRate } from './lag-rate.ts';
import { peakMemory } from './peak-memory.ts';

const ms = 1_000;
const minute = 60_000_000;

function capture(lengthsMs: readonly number[], changes: Partial<MeasuredSession> = {}): MeasuredSession {
  const key = 'main|com.example.shop.Cart.total';
  const group = { key, label: 'Cart.total', place: undefined, cause: '', worstUs: Math.max(0, ...lengthsMs) * ms };
  const lags = lengthsMs.map((length) => ({ us: length * ms, key }));
  return {
    name: 'a',
    app: '',
    observedUs: minute,
    screens: [],
    lags,
    blocking: [],
    groups: [group],
    frames: [],
    peakBytes: undefined,
    ...changes,
  };
}

function rule(changes: Partial<BudgetRule>): BudgetRule {
  return {
    name: '',
    measure: 'p95',
    limit: { kind: 'most', value: 400 * ms },
    overUs: 100 * ms,
    group: undefined,
    screen: undefined,
    ...changes,
  };
}

const budget = (rules: readonly BudgetRule[], changes: Partial<Budget> = {}): Budget => ({
  packages: undefined,
  leastUs: 0,
  withinNoise: 'held',
  rules,
  ...changes,
});

function judged(one: BudgetRule, captures: readonly MeasuredSession[], baseline: readonly MeasuredSession[] = []): JudgedRule {
  const [only] = atOnce(judgeBudget(budget([one]), captures, baseline)).rules;
  assert.ok(only !== undefined);
  return only;
}

const times = (count: number, lengthMs: number): readonly number[] => Array.from({ length: count }, () => lengthMs);

describe('percentiles by the nearest rank, by hand', () => {
  const tens = [1_000, 300, 200, 900, 400, 500, 600, 100, 800, 700];
  const table: readonly (readonly [captures: readonly (readonly number[])[], share: number, expected: number | undefined])[] = [
    // ⌈0.5 · 10⌉ = 5th and ⌈0.95 · 10⌉ = 10th of 100 to 1,000.
    [[tens], 0.5, 500],
    [[tens], 0.95, 1_000],
    // ⌈0.95 · 20⌉ = 19th of 101 to 120.
    [[Array.from({ length: 20 }, (_, index) => 101 + index)], 0.95, 119],
    // Pooled: 110 120 130 140 150, the 3rd.
    [
      [
        [150, 110],
        [120, 140, 130],
      ],
      0.5,
      130,
    ],
    [[[333]], 0.5, 333],
    // 90 ms is no lag over 100 ms.
    [[[90, 200]], 0.5, 200],
    [[[90], []], 0.95, undefined],
  ];
  for (const [captures, share, expected] of table) {
    test(`${share} of ${captures.map((each) => each.slice(0, 3).join(' ')).join(' and ')}`, () => {
      const figure = lagPercentile(
        rule({}),
        captures.map((each) => capture(each)),
        share,
      );
      assert.equal(figureValue(figure), expected === undefined ? undefined : expected * ms);
    });
  }
});

test('rates are per observed minute of all captures, on a screen per minute of it', () => {
  const screen = { screen: 'com.example.shop.CartActivity' };
  const first = capture([150, 250, 350], { observedUs: 2 * minute });
  const second = capture([450], {
    observedUs: minute,
    screens: [{ ...screen, us: minute / 2 }],
    lags: [{ us: 450 * ms, key: 'main|x', ...screen }],
  });
  const value = (changes: Partial<BudgetRule>, what: 'count' | 'time') => figureValue(lagRate(rule(changes), [first, second], what));
  // 3 over 200 ms in 3 minutes; 250 + 350 + 450 ms.
  assert.equal(value({ overUs: 200 * ms }, 'count'), 1);
  assert.equal(value({ overUs: 200 * ms }, 'time'), 350 * ms);
  // 1 in half a minute.
  assert.equal(value({ screen: 'CartActivity' }, 'count'), 2);
  assert.equal(value({ screen: 'OtherActivity' }, 'count'), undefined);
});

test('late frames are a share of all frames, memory is the median of peaks', () => {
  const frames = [
    { frames: 60, late: 6 },
    { frames: 40, late: 4, screen: 'a.Cart' },
  ];
  const captures = [capture([], { frames, peakBytes: 300 }), capture([], { peakBytes: 100 }), capture([], { peakBytes: 200 }), capture([])];
  assert.equal(figureValue(jankShare(rule({}), captures)), 0.1);
  assert.equal(figureValue(jankShare(rule({ screen: 'Cart' }), captures)), 0.1);
  assert.equal(figureValue(peakMemory(captures)), 200);
  assert.equal(figureValue(peakMemory(captures.slice(0, 2))), 300);
});

describe('chance', () => {
  test('counts have the mean and the zeros of Poisson’s distribution', () => {
    const random = new FixedRandom();
    const counts = Array.from({ length: 100_000 }, () => random.poisson());
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    const zeros = counts.filter((count) => count === 0).length / counts.length;
    // Spreads: 0.0032 and 0.0015.
    assert.ok(Math.abs(mean - 1) < 0.015, String(mean));
    assert.ok(Math.abs(zeros - 1 / Math.E) < 0.006, String(zeros));
  });

  test('the interval of 100 lags in a minute is that of a Poisson process', () => {
    const interval = atOnce(bootstrapInterval([lagRate(rule({}), [capture(times(100, 200))], 'count')], ([value]) => value));
    // 100 ± 1.96 · √100.
    assert.ok(interval !== undefined && Math.abs(interval.low - 80.4) < 4 && Math.abs(interval.high - 119.6) < 4, JSON.stringify(interval));
  });

  test('the interval of a median is that of the binomial ranks', () => {
    const lengths = Array.from({ length: 99 }, (_, index) => 101 + index);
    const interval = atOnce(bootstrapInterval([lagPercentile(rule({}), [capture(lengths)], 0.5)], ([value]) => value));
    // Ranks 49.5 ± 1.96 · √99 / 2: 40th to 60th.
    assert.ok(interval !== undefined && Math.abs(interval.low / ms - 140) <= 3 && Math.abs(interval.high / ms - 160) <= 3);
  });

  test('captures that differ widen the interval', () => {
    const width = (captures: readonly MeasuredSession[]): number => {
      const interval = atOnce(bootstrapInterval([lagRate(rule({}), captures, 'count')], ([value]) => value));
      return interval === undefined ? 0 : interval.high - interval.low;
    };
    const alike = width([capture(times(20, 200)), capture(times(20, 200)), capture(times(20, 200))]);
    const different = width([capture(times(2, 200)), capture(times(8, 200)), capture(times(50, 200))]);
    assert.ok(different > 2 * alike, `${different} ${alike}`);
  });

  test('one capture without lags has no interval', () => {
    assert.equal(atOnce(bootstrapInterval([lagRate(rule({}), [capture([])], 'count')], ([value]) => value)), undefined);
  });
});

describe('verdicts', () => {
  const rate = (value: number) => rule({ measure: 'count', limit: { kind: 'most', value } });
  const lags30 = [capture(times(30, 200))];
  const table: readonly (readonly [what: string, verdict: JudgedRule['verdict'], made: () => JudgedRule])[] = [
    // 30 per minute, interval about 19 to 41.
    ['far below the limit', 'held', () => judged(rate(60), lags30)],
    ['far above the limit', 'broken', () => judged(rate(10), lags30)],
    ['a little above the limit', 'noise', () => judged(rate(27), lags30)],
    ['a little below the limit', 'noise', () => judged(rate(33), lags30)],
    ['one lag where none is allowed', 'broken', () => judged(rate(0), [capture([120])])],
    ['no lag where none is allowed', 'held', () => judged(rate(0), [capture([])])],
    ['five long lags: once in 32 cases by chance', 'noise', () => judged(rule({ measure: 'p50' }), [capture(times(5, 900))])],
    ['six long lags', 'broken', () => judged(rule({ measure: 'p50' }), [capture(times(6, 900))])],
    ['no lag at all', 'held', () => judged(rule({}), [capture([])])],
    ['a group that is not there', 'held', () => judged(rule({ group: 'Feed.show' }), [capture(times(9, 900))])],
    ['the same group by its function', 'broken', () => judged(rule({ group: 'Cart.total' }), [capture(times(9, 900))])],
    [
      'twice as many as before',
      'broken',
      () => judged(rule({ measure: 'count', limit: { kind: 'more', share: 0.1 } }), [capture(times(200, 200))], [capture(times(100, 200))]),
    ],
    [
      'a tenth more than before',
      'noise',
      () => judged(rule({ measure: 'count', limit: { kind: 'more', share: 0 } }), [capture(times(22, 200))], [capture(times(20, 200))]),
    ],
    [
      'half of before',
      'held',
      () => judged(rule({ measure: 'count', limit: { kind: 'more', share: 0 } }), [capture(times(100, 200))], [capture(times(200, 200))]),
    ],
    [
      'memory of one capture',
      'broken',
      () => judged(rule({ measure: 'memory', limit: { kind: 'most', value: 10 } }), [capture([], { peakBytes: 11 })]),
    ],
    ['lags that all are as long as the limit', 'held', () => judged(rule({}), [capture(times(30, 400))])],
  ];
  for (const [what, verdict, made] of table) {
    test(`${what}: ${verdict}`, () => assert.equal(made().verdict, verdict));
  }

  const unjudged: readonly (readonly [what: string, why: JudgedRule['why'], made: () => JudgedRule])[] = [
    ['no main thread', 'noCapture', () => judged(rule({}), [capture([], { observedUs: 0 })])],
    ['no such screen', 'noScreen', () => judged(rule({ screen: 'CartActivity' }), [capture([120])])],
    ['no frames', 'noFrames', () => judged(rule({ measure: 'jank' }), [capture([])])],
    ['no memory', 'noMemory', () => judged(rule({ measure: 'memory' }), [capture([])])],
    ['no baseline', 'noBaseline', () => judged(rule({ limit: { kind: 'more', share: 0.1 } }), [capture([120])])],
  ];
  for (const [what, why, made] of unjudged) {
    test(`${what} is not judged`, () => assert.deepEqual([made().verdict, made().why], ['unjudged', why]));
  }

  test('a budget is broken by one rule, undecided by one that was not judged, and by noise if it says so', () => {
    const verdict = (rules: readonly BudgetRule[], changes: Partial<Budget> = {}) =>
      atOnce(judgeBudget(budget(rules, changes), lags30, [])).verdict;
    assert.equal(verdict([rate(60), rate(33)]), 'held');
    assert.equal(verdict([rate(60), rate(33)], { withinNoise: 'undecided' }), 'undecided');
    assert.equal(verdict([rate(60), rule({ measure: 'jank' })]), 'undecided');
    assert.equal(verdict([rate(10), rule({ measure: 'jank' })]), 'broken');
    assert.equal(verdict([rate(60)], { leastUs: 2 * minute }), 'undecided');
  });
});

test('the worst groups are those that weigh most for the rule', () => {
  const lagsOf = (key: string, count: number, length: number) => times(count, length * ms).map((us) => ({ us, key }));
  const group = (key: string, worstUs: number) => ({ key, label: key, place: undefined, cause: '', worstUs });
  const first = capture([], {
    lags: [...lagsOf('many', 9, 110), ...lagsOf('long', 1, 5_000)],
    groups: [group('many', 110 * ms), group('long', 5_000 * ms)],
  });
  const second = capture([], {
    lags: [...lagsOf('many', 3, 130), ...lagsOf('some', 4, 300), ...lagsOf('few', 1, 150)],
    groups: [group('many', 130 * ms), group('some', 300 * ms), group('few', 150 * ms)],
  });
  const keys = (one: BudgetRule) => judged(one, [first, second]).groups.map(({ key }) => key);
  assert.deepEqual(keys(rule({ measure: 'count', limit: { kind: 'most', value: 0 } })), ['many', 'some', 'long']);
  // 5,000 ms; 9 · 110 + 3 · 130 = 1,380 ms; 4 · 300 = 1,200 ms.
  assert.deepEqual(keys(rule({ measure: 'time', limit: { kind: 'most', value: 0 } })), ['long', 'many', 'some']);
  const [many] = judged(rule({ measure: 'count', limit: { kind: 'most', value: 0 } }), [first, second]).groups;
  assert.deepEqual([many?.count, many?.totalUs, many?.worstUs, many?.captures], [12, 1_380 * ms, 130 * ms, 2]);
  // Over 250 ms only two groups.
  assert.deepEqual(keys(rule({ measure: 'p95', limit: { kind: 'most', value: 250 * ms } })), ['long', 'some']);
});

test('a verdict is said with its value, interval and limit', () => {
  const one = judged(rule({ measure: 'count', limit: { kind: 'most', value: 10 } }), [capture(times(30, 200))]);
  assert.equal(ruleTitle(one.rule), 'Number of lags over 100 ms');
  assert.match(judgedSentence(one), /^30 per minute \(95 % interval [12]\d to [34]\d per minute\) of 30 lags; at most 10 per minute$/);
  const more = judged(rule({ limit: { kind: 'more', share: 0.2 } }), [capture(times(9, 300))], [capture(times(9, 200))]);
  assert.equal(judgedSentence(more), '300 ms of 9 lags; at most 240 ms, 200 ms in the baseline and 20 % more');
});
