import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBaseline } from '../../../../protocol/parse-baseline.ts';
import type { Baseline, BaselineGroup } from './baseline.ts';
import type { BaselineTree } from './baseline-tree.ts';
import { mergedBaseline } from './merged-baseline.ts';

const second = 1_000_000;

const group = (key: string, ...durationsUs: readonly number[]): BaselineGroup => ({ key, label: key, kind: 'message', durationsUs });

function session(own: Partial<Baseline>, groups: readonly BaselineGroup[], tree?: BaselineTree): Baseline {
  return {
    ...{ version: 1, title: '', session: '/a', app: 'shop', untilUs: second, recordedMs: 5, observedUs: 60 * second, thresholdUs: 100_000 },
    ...{ groups, threads: tree === undefined ? [] : [{ name: 'main', tree }] },
    ...own,
  };
}

/** Calls of `run`, with their self times. */
function called(...functions: readonly (readonly [string, number])[]): BaselineTree {
  const times = [0, 1_000, ...functions.map(([, us]) => us)];
  return {
    names: ['', 'run', ...functions.map(([name]) => name)],
    parent: [0, 0, ...functions.map(() => 1)],
    name: [0, 1, ...functions.map((_, at) => at + 2)],
    selfUs: times,
    busyUs: times,
    blockedUs: times.map(() => 0),
  };
}

test('groups, lags and times of several sessions add up, over the highest threshold', () => {
  const one = session({}, [group('a', 300_000, 200_000), group('b', 900_000)]);
  const other = session({ observedUs: 30 * second, thresholdUs: 150_000, untilUs: 7 * second }, [group('a', 250_000)]);
  const { groups, ...merged } = mergedBaseline([one, other], '2 sessions');
  assert.deepEqual(groups, [
    { ...group('b', 900_000), sessions: [0] },
    { ...group('a', 300_000, 250_000, 200_000), sessions: [0, 1, 0] },
  ]);
  assert.deepEqual(merged, {
    ...{ version: 1, title: '2 sessions', session: '', app: 'shop', sessions: 2, untilUs: 7 * second, recordedMs: 0 },
    ...{ observedUs: 90 * second, observedEachUs: [60 * second, 30 * second], thresholdUs: 150_000, threads: [] },
  });
});

test('each lag keeps its session, also through another merge and through JSON; a lag of no session is refused', () => {
  const sessions = [group('a', 300_000), group('a', 250_000), group('a', 400_000)].map((each) => session({}, [each]));
  const merged = mergedBaseline([mergedBaseline(sessions.slice(0, 2), 'two'), ...sessions.slice(2)], 'three');
  assert.deepEqual(merged.groups, [{ ...group('a', 400_000, 300_000, 250_000), sessions: [2, 0, 1] }]);
  assert.equal(merged.observedEachUs?.length, 3);
  assert.deepEqual(parseBaseline(JSON.parse(JSON.stringify(merged))), merged);
  for (const wrong of [
    [2, 0],
    [2, 0, 3],
    [2, 0, 0.5],
  ]) {
    assert.equal(parseBaseline({ ...merged, groups: [{ ...merged.groups[0], sessions: wrong }] }), undefined, String(wrong));
  }
});

test('stacks of main threads add up by name', () => {
  const merged = mergedBaseline(
    [session({}, [], called(['total', 30], ['show', 50])), session({}, [], called(['sort', 7], ['total', 12]))],
    '',
  );
  const [{ tree } = { tree: called() }] = merged.threads;
  const byName = Object.fromEntries(tree.name.map((name, row) => [tree.names[name] ?? '', tree.selfUs[row]]));
  assert.deepEqual(byName, { '': 0, run: 2_000, total: 42, show: 50, sort: 7 });
  assert.deepEqual(
    tree.parent.map((caller) => tree.names[tree.name[caller] ?? 0]),
    ['', '', 'run', 'run', 'run'],
  );
});
