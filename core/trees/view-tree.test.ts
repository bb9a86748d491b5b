import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleStream } from '../../tests/core/sample-stream.ts';
import { callTree } from '../analysis/calls/call-tree.ts';
import { SessionModel } from '../session/model/model.ts';
import type { Thread } from '../session/model/thread.ts';
import { childLinks } from './child-links.ts';
import { LiveWeights, type ThreadRange } from './live-weights.ts';
import { ViewStacks } from './view-stacks.ts';
import { type ViewTree, viewTree } from './view-tree.ts';
import { StackWeights } from './weights.ts';

const shape = { samples: 6_000, threads: 2, depth: 30, methods: 90, nodes: 700 };

function firstThread(model: SessionModel): Thread {
  const [thread] = model.threads;
  assert.ok(thread);
  return thread;
}

function treeOf(model: SessionModel, thread: Thread, beginUs: number, endUs: number): ViewTree {
  const weights = new StackWeights(model);
  weights.add(thread, beginUs, endUs);
  return viewTree(model.nodes, ViewStacks.of(model.nodes), weights);
}

/** Rows by their path of methods; what weighs nothing is left out. */
function byPath(tree: { parent: Uint32Array; method: Uint32Array; length: number }, wall: Float64Array): ReadonlyMap<string, number> {
  const paths = [''];
  const rows = new Map<string, number>();
  for (let row = 1; row < tree.length; row++) {
    paths[row] = `${paths[tree.parent[row] ?? 0]} ${tree.method[row]}`;
    if ((wall[row] ?? 0) > 0) rows.set(paths[row] ?? '', row);
  }
  return rows;
}

function near(a: number | undefined, b: number | undefined): void {
  assert.ok(Math.abs((a ?? 0) - (b ?? 0)) < 0.01, `${a} and ${b}`);
}

test('the tree of any range has the numbers and the lines of the tree that culprits are found in', () => {
  for (const seed of [3, 4, 5]) {
    const model = new SessionModel();
    for (const message of sampleStream({ seed, ...shape })) model.apply(message);
    const thread = firstThread(model);
    for (const [from, to] of [
      [0, 1],
      [0.2, 0.3],
      [0.55, 0.56],
    ] as const) {
      const expected = callTree(model, thread, from * model.nowUs, to * model.nowUs);
      const tree = treeOf(model, thread, from * model.nowUs, to * model.nowUs);
      const rows = byPath(tree, tree.total.wall);
      const expectedRows = byPath(expected, expected.totalUs);
      assert.ok(rows.size > 5);
      assert.deepEqual([...rows.keys()].sort(), [...expectedRows.keys()].sort());
      for (const [path, row] of expectedRows) {
        const same = rows.get(path) ?? 0;
        near(tree.self.wall[same], expected.selfUs[row]);
        near(tree.total.wall[same], expected.totalUs[row]);
        near(tree.total.cpu[same], expected.busyUs[row]);
        near(tree.total.blocked[same], expected.blockedUs[row]);
        assert.equal(model.nodes.method[tree.node[same] ?? 0], tree.method[same]);
      }
      near(tree.idleUs, expected.idleUs);
    }
  }
});

test('weights that grow with the session are those of the whole', () => {
  const messages = [...sampleStream({ seed: 12, ...shape })];
  const model = new SessionModel();
  const live = new LiveWeights();
  const stacks = ViewStacks.of(model.nodes);
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at];
    if (message) model.apply(message);
    const thread = model.threads[0];
    if (thread && at % 97 === 0) live.of(model, [{ thread, beginUs: 100_000, endUs: model.nowUs }]);
  }
  const thread = firstThread(model);
  stacks.update();
  const grown = viewTree(model.nodes, stacks, live.of(model, [{ thread, beginUs: 100_000, endUs: model.nowUs }]));
  const whole = treeOf(model, thread, 100_000, model.nowUs);
  const rows = byPath(grown, grown.total.wall);
  assert.ok(rows.size > 20);
  for (const [path, row] of byPath(whole, whole.total.wall)) {
    const same = rows.get(path) ?? 0;
    for (const name of ['wall', 'cpu', 'blocked', 'samples'] as const) near(grown.total[name][same], whole.total[name][row]);
  }
  near(grown.idleUs, whole.idleUs);
});

test('several ranges are summed up, and one that moves is weighed again', () => {
  const model = new SessionModel();
  for (const message of sampleStream({ seed: 13, ...shape })) model.apply(message);
  const thread = firstThread(model);
  const end = model.nowUs;
  const live = new LiveWeights();
  const sum = (ranges: readonly Omit<ThreadRange, 'thread'>[]): number => {
    const weights = live.of(
      model,
      ranges.map((range) => ({ thread, ...range })),
    );
    return weights.wall.subarray(0, weights.length).reduce((total, us) => total + us, weights.idleUs);
  };
  const first = sum([{ beginUs: 0, endUs: end / 4 }]);
  const second = sum([{ beginUs: end / 2, endUs: end }]);
  near(
    sum([
      { beginUs: 0, endUs: end / 4 },
      { beginUs: end / 2, endUs: end },
    ]),
    first + second,
  );
  near(sum([{ beginUs: 0, endUs: end / 4 }]), first);
});

test('children are linked by weight, the heaviest first, and weightless ones are left out', () => {
  // 0 has 1 (2 µs), 2 (5 µs), 3 (nothing), and 14 more of 1 µs; 2 has 4 (1 µs) and 5 (3 µs).
  const parent = Uint32Array.from([0, 0, 0, 0, 2, 2, ...Array(14).fill(0)]);
  const weight = [99, 2, 5, 0, 1, 3, ...Array(14).fill(1)];
  const { firstChild, nextSibling } = childLinks(parent.length, parent, weight);
  const childrenOf = (row: number): number[] => {
    const children: number[] = [];
    for (let child = firstChild[row] ?? 0; child !== 0; child = nextSibling[child] ?? 0) children.push(child);
    return children;
  };
  assert.deepEqual(childrenOf(0), [2, 1, ...Array.from({ length: 14 }, (_, at) => at + 6)]);
  assert.deepEqual(childrenOf(2), [5, 4]);
  assert.deepEqual(childrenOf(1), []);
});
