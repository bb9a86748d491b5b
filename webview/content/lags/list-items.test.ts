import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BASELINE_VERSION, type Baseline } from '../../../core/analysis/lags/groups/baseline.ts';
import { compareWithBaseline } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import { LagGroups } from '../../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { madeLag } from '../../../tests/core/made-lag.ts';
import { type ListFacts, type ListItem, listItems } from './list-items.ts';

const ms = 1_000;
const minute = 60_000 * ms;

const lags = [
  madeLag(1_000 * ms, 200 * ms, 'com.example.Cart.total:1'),
  madeLag(2_000 * ms, 900 * ms, 'com.example.Feed.show:1'),
  madeLag(4_000 * ms, 300 * ms, 'com.example.Cart.total:2'),
  madeLag(6_000 * ms, 100 * ms, 'com.example.Cart.total:3', { open: true }),
  madeLag(5_000 * ms, 150 * ms, 'com.example.Db.open:3'),
].sort((a, b) => a.beginUs - b.beginUs);

function facts(changes: Partial<ListFacts> = {}, of: readonly Lag[] = lags): ListFacts {
  const groups = new LagGroups();
  groups.update(of);
  return {
    lags: of,
    stutters: [],
    groups: groups.groups,
    groupAt: (index) => groups.groupAt(index),
    observedUs: minute / 2,
    compared: undefined,
    comparedFromUs: 0,
    order: 'newest',
    grouped: false,
    change: undefined,
    hidden: new Set(),
    ...changes,
  };
}

/** A row's subject and count. */
function line(item: ListItem): string {
  switch (item.kind) {
    case 'lag':
      return `${item.lag.beginUs / ms} ${item.frequency.count}x ${item.change ?? ''}`.trim();
    case 'group':
      return `${item.group.key.split('.').at(-2)} ${item.frequency.count}x ${item.frequency.perMinute}/min ${item.compared?.change ?? ''}`.trim();
    case 'stutter':
      return `${item.stutter.beginUs / ms} stutter`;
    case 'gone':
      return `${item.compared.key.split('.').at(-2)} gone`;
  }
}

const lines = (changes: Partial<ListFacts> = {}): readonly string[] => listItems(facts(changes)).map(line);

/** Feed is new, Db has too few lags, Cart is worse (50 ms a minute are 1.2 s now), Old gone. */
function compared() {
  const group = (key: string, durations: readonly number[]) => ({
    key: `main|com.example.${key}`,
    label: key,
    kind: 'message' as const,
    durationsUs: durations.map((each) => each * ms),
  });
  const groups = [
    group(
      'Old.run',
      Array.from({ length: 60 }, () => 200),
    ),
    group('Cart.total', [100, 100, 100, 100, 100]),
    group('Db.open', [150]),
  ];
  const baseline: Baseline = {
    version: BASELINE_VERSION,
    title: '',
    session: '',
    app: '',
    untilUs: 0,
    recordedMs: 0,
    observedUs: 10 * minute,
    thresholdUs: 100 * ms,
    groups,
    threads: [],
  };
  return compareWithBaseline(facts().groups, baseline, { observedUs: minute / 2, thresholdUs: 100 * ms });
}

test('the newest or the longest stand first, what lasts above all, each with how often it came', () => {
  assert.deepEqual(lines(), ['6000 3x', '5000 1x', '4000 3x', '2000 1x', '1000 3x']);
  assert.deepEqual(lines({ order: 'longest' }), ['6000 3x', '2000 1x', '4000 3x', '1000 3x', '5000 1x']);
});

test('as groups the same lags are one row, by the newest of each or the most time in all', () => {
  // Three in half a minute are six a minute; in all 600, 900 and 150 ms.
  assert.deepEqual(lines({ grouped: true }), ['Cart 3x 6/min', 'Db 1x 2/min', 'Feed 1x 2/min']);
  assert.deepEqual(lines({ grouped: true, order: 'longest' }), ['Cart 3x 6/min', 'Feed 1x 2/min', 'Db 1x 2/min']);
});

test('in the first seconds there is no rate', () => {
  assert.deepEqual(lines({ grouped: true, observedUs: 9_000 * ms }), [
    'Cart 3x undefined/min',
    'Db 1x undefined/min',
    'Feed 1x undefined/min',
  ]);
});

test('beside a baseline each row says what happened, and what is gone stands at the end of the groups', () => {
  assert.deepEqual(lines({ compared: compared(), grouped: true }), [
    'Cart 3x 6/min worse',
    'Db 1x 2/min few',
    'Feed 1x 2/min new',
    'Old gone',
  ]);
  // From 4 s on: the two lags before it are the baseline's own.
  assert.deepEqual(lines({ compared: compared(), comparedFromUs: 4_000 * ms }), [
    '6000 3x worse',
    '5000 1x few',
    '4000 3x worse',
    '2000 1x',
    '1000 3x',
  ]);
  assert.deepEqual(lines({ compared: compared() }), ['6000 3x worse', '5000 1x few', '4000 3x worse', '2000 1x new', '1000 3x worse']);
});

test('only what changed in one way is listed when asked for, and without a baseline everything is', () => {
  assert.deepEqual(lines({ compared: compared(), change: 'new' }), ['2000 1x new']);
  assert.deepEqual(lines({ compared: compared(), change: 'worse', grouped: true }), ['Cart 3x 6/min worse']);
  assert.deepEqual(lines({ compared: compared(), change: 'gone' }), ['Old gone']);
  assert.deepEqual(lines({ compared: compared(), change: 'better' }), []);
  assert.equal(lines({ change: 'worse' }).length, 5);
});

test('a hidden group has no row, neither of its own nor of its lags, also where it is gone', () => {
  const hidden = new Set(['main|com.example.Cart.total', 'main|com.example.Old.run']);
  assert.deepEqual(lines({ hidden, grouped: true, order: 'longest' }), ['Feed 1x 2/min', 'Db 1x 2/min']);
  assert.deepEqual(lines({ hidden }), ['5000 1x', '2000 1x']);
  assert.deepEqual(lines({ hidden, grouped: true, order: 'longest', compared: compared() }), ['Feed 1x 2/min new', 'Db 1x 2/min few']);
});

test('stutters stand between the lags by time or screen, behind them by length, unless a filter asks for changed lags', () => {
  const stutter = { run: 0, beginUs: 3_000 * ms, endUs: 3_400 * ms, late: 4, dropped: 8, latestUs: 40 * ms, level: 'middle' } as const;
  const stutters = [stutter];
  // The ongoing lag is first.
  assert.deepEqual(lines({ stutters }), ['6000 3x', '5000 1x', '4000 3x', '3000 stutter', '2000 1x', '1000 3x']);
  assert.deepEqual(lines({ stutters, order: 'longest' }), ['6000 3x', '2000 1x', '4000 3x', '1000 3x', '5000 1x', '3000 stutter']);
  const onFeed = [{ ...stutter, screen: 'com.example.Feed' }];
  assert.equal(lines({ stutters: onFeed, order: 'screen' })[1], '3000 stutter');
  const isListed = (changes: Partial<ListFacts>): boolean =>
    listItems(facts({ stutters, ...changes })).some(({ kind }) => kind === 'stutter');
  assert.equal(isListed({ grouped: true }), false);
  assert.equal(isListed({ compared: compared(), change: 'new' }), false);
  assert.equal(isListed({ compared: compared() }), true);
});
