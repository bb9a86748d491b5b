import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callTree } from '../../core/analysis/calls/call-tree.ts';
import { DROPPED } from '../../core/analysis/calls/stack-map.ts';
import { TreeBuilder } from '../../core/analysis/calls/tree-builder.ts';
import { frameOf } from '../../core/analysis/frames/frame.ts';
import { visitSpans } from '../../core/analysis/threads/spans.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import type { Thread } from '../../core/session/model/thread.ts';
import { idle, message, ms } from './analyzed-app.ts';
import { type CallColumns, calls } from './calls.ts';
import { sampleStream } from './sample-stream.ts';
import { type Deed, type ScriptOptions, scriptedApp } from './scripted-app.ts';

function modelOf(deeds: readonly Deed[], options?: ScriptOptions): { readonly model: SessionModel; readonly thread: Thread } {
  const model = new SessionModel();
  for (const message of scriptedApp(deeds, options)) model.apply(message);
  const [thread] = model.threads;
  assert.ok(thread);
  return { model, thread };
}

/** Calls of the app's own frames: depth, name, line, begin and end in milliseconds. */
function appCalls(model: SessionModel, columns: CallColumns): readonly string[] {
  return Array.from({ length: columns.length }, (_, row) => {
    const { label, line } = frameOf(model, columns.node[row] ?? 0);
    return `${columns.depth[row]} ${label}:${line} ${(columns.beginUs[row] ?? 0) / ms}-${(columns.endUs[row] ?? 0) / ms}`;
  }).filter((text) => /Feed|Price/.test(text));
}

test('calls end at message borders and in the middle between samples; equal stacks of two messages are two calls', () => {
  // Samples at 5, 15, 25, ... ms. Two messages of 40 ms with the same stack and 0.1 ms between, from 20 to 60 and 60.1 to 100.1 ms.
  const frames = ['com.example.Feed.show:10', 'com.example.Feed.decode:20'];
  const { model, thread } = modelOf([
    idle(20 * ms),
    message(40 * ms, ...frames),
    { kind: 'queue', us: 100 },
    message(40 * ms, ...frames),
    idle(50 * ms),
  ]);
  assert.deepEqual(appCalls(model, calls(model, thread, 0, 1e9)), [
    '4 Feed.show:10 20-60',
    '5 Feed.decode:20 20-60',
    '4 Feed.show:10 60.1-100.1',
    '5 Feed.decode:20 60.1-100.1',
  ]);
});

test('a call ends with its message, also when the looper alone is seen after it', () => {
  // The message from 20 to 60 ms, then `Looper.loop` without anything that it calls.
  const looper: Deed = { kind: 'outside', us: 40 * ms, stack: ['android.os.Looper.loop:223'] };
  const { model, thread } = modelOf([idle(20 * ms), message(40 * ms, 'com.example.Feed.show:10'), looper, idle(50 * ms)], {
    release: '11',
  });
  assert.deepEqual(appCalls(model, calls(model, thread, 0, 1e9)), ['3 Feed.show:10 20-60']);
});

test('a call goes on when its line moves, what it called does not, and the longest line is its line', () => {
  const { model, thread } = modelOf([
    idle(20 * ms),
    {
      kind: 'message',
      us: 90 * ms,
      parts: [
        { us: 60 * ms, stack: ['com.example.Feed.show:10', 'com.example.Feed.decode:20'] },
        { us: 30 * ms, stack: ['com.example.Feed.show:11', 'com.example.Feed.decode:20'] },
      ],
    },
    idle(50 * ms),
  ]);
  // The line moved at 80 ms, seen between the samples of 75 and 85 ms: taken as 80, off by 5 at most.
  const columns = calls(model, thread, 0, 1e9);
  assert.deepEqual(appCalls(model, columns), ['4 Feed.show:10 20-110', '5 Feed.decode:20 20-80', '5 Feed.decode:20 80-110']);
  const decodes = [...columns.uncertainUs.subarray(0, columns.length)].slice(-3);
  assert.ok(decodes.includes(5 * ms), `${decodes}`);
});

test('stacks can be shown as they are in another tree, and dropped ones leave a hole', () => {
  const { model, thread } = modelOf([
    idle(20 * ms),
    message(40 * ms, 'com.example.Feed.show:10', 'com.example.Feed.decode:20'),
    message(40 * ms, 'com.example.Feed.show:10', 'com.example.Price.sum:7'),
    idle(50 * ms),
  ]);
  const { nodes } = model;
  const isOf = (node: number, name: string): boolean => frameOf(model, node).label === name;
  const all = Array.from({ length: nodes.length }, (_, node) => node);
  // The tree has the one frame `Feed.show`, outermost; stacks of `Price.sum` and the idle ones are left out.
  const shown = all.find((node) => isOf(node, 'Feed.show')) ?? 0;
  const of = Uint32Array.from(all, (node) => (isOf(node, 'Feed.decode') ? 1 : DROPPED));
  const stacks = { of, parent: Uint32Array.of(0, 0), method: Uint32Array.of(0, nodes.method[shown] ?? 0), depth: Uint32Array.of(0, 1) };
  const { length, depth, node, beginUs, endUs } = calls(model, thread, 0, 1e9, stacks);
  assert.deepEqual([length, depth[0], node[0], beginUs[0], endUs[0]], [1, 0, 1, 20 * ms, 60 * ms]);
});

test('the tree sums up methods whatever their lines, and each is shown by its hottest line', () => {
  const { model, thread } = modelOf([
    idle(100 * ms),
    message(60 * ms, 'com.example.Feed.show:10'),
    idle(100 * ms),
    message(100 * ms, 'com.example.Feed.show:11', 'com.example.Price.sum:7'),
    idle(100 * ms),
  ]);
  const tree = callTree(model, thread, 0, 460 * ms);
  const rows = Array.from({ length: tree.length }, (_, row) => row).filter((row) =>
    /Feed|Price/.test(frameOf(model, tree.node[row] ?? 0).label),
  );
  assert.deepEqual(
    rows.map((row) => [frameOf(model, tree.node[row] ?? 0).line, tree.selfUs[row], tree.totalUs[row], tree.busyUs[row]]),
    [
      [11, 60 * ms, 160 * ms, 160 * ms],
      [7, 100 * ms, 100 * ms, 100 * ms],
    ],
  );
  assert.equal(tree.totalUs[0], 160 * ms);
  // All but the 160 ms, from the first sample at 5 ms to the last tick, which is up to 45 ms before the end.
  assert.ok(tree.idleUs > 250 * ms && tree.idleUs <= 295 * ms, `${tree.idleUs}`);
});

test('a tree that grows range by range is the tree of the whole', () => {
  const model = new SessionModel();
  for (const message of sampleStream({ seed: 8, samples: 5_000, threads: 2, depth: 30, methods: 90, nodes: 700 })) model.apply(message);
  const [thread] = model.threads;
  assert.ok(thread);
  const whole = callTree(model, thread, 0, model.nowUs);
  const builder = new TreeBuilder(model, thread);
  for (let beginUs = 0; beginUs < model.nowUs; beginUs += 777_000) builder.add(beginUs, Math.min(beginUs + 777_000, model.nowUs));
  const grown = builder.build();
  assert.equal(grown.length, whole.length);
  for (let row = 0; row < whole.length; row++) {
    assert.ok(Math.abs((grown.totalUs[row] ?? 0) - (whole.totalUs[row] ?? 0)) < 0.01);
    assert.equal(grown.method[row], whole.method[row]);
  }
});

test('spans of any stream never overlap, and calls lie inside their callers', () => {
  const model = new SessionModel();
  for (const message of sampleStream({ seed: 9, samples: 4_000, threads: 1, depth: 40, methods: 60, nodes: 500 })) model.apply(message);
  const [thread] = model.threads;
  assert.ok(thread);
  let lastUs = 0;
  visitSpans(model, thread, 0, Number.POSITIVE_INFINITY, (span) => {
    assert.ok(span.beginUs >= lastUs && span.endUs > span.beginUs);
    lastUs = span.endUs;
  });
  const columns = calls(model, thread, 0, Number.POSITIVE_INFINITY);
  const endsUs: number[] = [];
  for (let row = 0; row < columns.length; row++) {
    const depth = columns.depth[row] ?? 0;
    const endUs = columns.endUs[row] ?? 0;
    assert.ok((columns.beginUs[row] ?? 0) >= (columns.beginUs[row - 1] ?? 0));
    if (depth > 0) assert.ok(endUs <= (endsUs[depth - 1] ?? 0));
    assert.ok(endUs >= (columns.beginUs[row] ?? 0));
    endsUs[depth] = endUs;
  }
});

test('a stack of 4,096 frames is no problem', () => {
  const stack = Array.from({ length: 4_000 }, (_, index) => `com.example.Feed.deep${index % 3}:${index}`);
  const { model, thread } = modelOf([idle(20 * ms), message(40 * ms, ...stack), idle(20 * ms)]);
  assert.equal(calls(model, thread, 0, 1e9).length > 4_000, true);
  assert.equal(callTree(model, thread, 0, 1e9).totalUs[0], 40 * ms);
});
