import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle, message, ms } from '../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../tests/core/scripted-app.ts';
import { frameOf } from '../analysis/frames/frame.ts';
import { baselineTree } from '../analysis/lags/groups/baseline-tree.ts';
import { SessionModel } from '../session/model/model.ts';
import { baselineWeights } from './baseline-weights.ts';
import { ViewStacks } from './view-stacks.ts';
import { viewTree } from './view-tree.ts';

function modelOf(...stacks: readonly (readonly [us: number, ...frames: string[]])[]): SessionModel {
  const model = new SessionModel();
  const deeds = stacks.flatMap(([us, ...frames]) => [message(us, ...frames), idle(50 * ms)]);
  for (const fact of scriptedApp([idle(50 * ms), ...deeds])) model.apply(fact);
  return model;
}

test('a baseline weighs the stacks of another build by their names; what is gone counts for its caller', () => {
  const before = modelOf(
    [40 * ms, 'com.example.Feed.show:10', 'com.example.Feed.decode:20'],
    [60 * ms, 'com.example.Feed.show:10', 'com.example.Gone.work:7'],
  );
  // Another build: other rows, other lines, one function new, one gone.
  const now = modelOf([30 * ms, 'com.example.New.work:1'], [30 * ms, 'com.example.Feed.show:99', 'com.example.Feed.decode:98']);
  const stacks = ViewStacks.of(now.nodes);
  const weights = baselineWeights(now, stacks, baselineTree(before, before.threads));
  const tree = viewTree(now.nodes, stacks, weights);
  const times = new Map<string, readonly [number | undefined, number | undefined]>();
  for (let row = 1; row < tree.length; row++) {
    const { label } = frameOf(now, tree.node[row] ?? 0);
    if (/Feed|New|Gone/.test(label)) times.set(label, [tree.self.wall[row], tree.total.wall[row]]);
  }
  assert.deepEqual(
    [...times],
    [
      ['Feed.show', [60 * ms, 100 * ms]],
      ['Feed.decode', [40 * ms, 40 * ms]],
    ],
  );
});

test('what two functions of one name called is found below either', () => {
  const build = [
    [40 * ms, 'com.example.Feed$1.run:10', 'com.example.Feed.decode:20'],
    [60 * ms, 'com.example.Feed$2.run:11', 'com.example.Feed.sort:30'],
  ] as const;
  const before = modelOf(...build);
  const now = modelOf(...build);
  const stacks = ViewStacks.of(now.nodes);
  const tree = viewTree(now.nodes, stacks, baselineWeights(now, stacks, baselineTree(before, before.threads)));
  const selfTimes: Record<string, number> = {};
  for (let row = 1; row < tree.length; row++) {
    const us = tree.self.wall[row] ?? 0;
    if (us > 0) selfTimes[frameOf(now, tree.node[row] ?? 0).method] = us;
  }
  assert.deepEqual(selfTimes, { decode: 40 * ms, sort: 60 * ms });
});

test('a thread of a baseline without rows weighs nothing', () => {
  const now = modelOf([30 * ms, 'com.example.Feed.show:10']);
  const stacks = ViewStacks.of(now.nodes);
  const weights = baselineWeights(now, stacks, { names: [], parent: [], name: [], selfUs: [], busyUs: [], blockedUs: [] });
  assert.equal(viewTree(now.nodes, stacks, weights).total.wall[0], 0);
});
