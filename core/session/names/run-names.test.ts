import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calls } from '../../../tests/core/calls.ts';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { callTree } from '../../analysis/calls/call-tree.ts';
import { frameOf } from '../../analysis/frames/frame.ts';
import { symbolNote } from '../../analysis/frames/symbol-note.ts';
import { LagDetector } from '../../analysis/lags/detect/lag-detector.ts';
import { Decoder } from '../../wire/decoder.ts';
import { Encoder } from '../../wire/encoder.ts';
import type { Message } from '../../wire/schema.ts';
import { SessionModel } from '../model/model.ts';

const START = 5_000_000;
const built = { name: 'a', signature: '(I)V', sourceFile: 'r8-map-id-12ab' } as const;
const frame = { class: '', name: '', short: '', signature: '', file: '', line: 0, column: 0 } as const;
const row = { class: 'Lcom/shop/Row;', name: 'bind', file: 'Row.kt', line: 41 } as const;
const feed = { class: 'Lcom/shop/Feed;', name: 'draw', file: 'Feed.kt', line: 12 } as const;

/** Main calls a.a at line 3, that calls b.a at line 9; and at line 4 it calls b.a. Two messages of 300 ms each. */
function obfuscated(): Message[] {
  const message = (beginUs: number): Message[] => [
    { type: 'messageBegin', thread: 1, atUs: beginUs, target: 1, callback: 0, what: 0 },
    { type: 'sample', thread: 1, atUs: beginUs + 1_000, node: 3, state: 0, cpuUs: 1_000 },
    { type: 'run', thread: 1, atUs: beginUs + 299_000, samples: 29, cpuUs: 298_000 },
    { type: 'messageEnd', thread: 1, atUs: beginUs + 300_000, target: 1, callback: 0, what: 0 },
    { type: 'sample', thread: 1, atUs: beginUs + 301_000, node: 4, state: 5, cpuUs: 1_000 },
    { type: 'tick', atUs: beginUs + 400_000, rounds: 10 },
  ];
  return [
    processMessage(0),
    helloMessage(START),
    { type: 'thread', thread: 1, tid: 1, name: 'main', group: 'main', flags: 1, atUs: START },
    { type: 'string', id: 1, text: 'La/c;' },
    { type: 'method', id: 1, class: 'La/a;', ...built, modifiers: 1 },
    { type: 'method', id: 2, class: 'La/b;', ...built, modifiers: 1 },
    { type: 'method', id: 3, class: 'Landroid/os/Looper;', name: 'loop', signature: '()V', sourceFile: 'Looper.java', modifiers: 1 },
    {
      type: 'method',
      id: 4,
      class: 'Landroid/os/MessageQueue;',
      name: 'nativePollOnce',
      signature: '(JI)V',
      sourceFile: '',
      modifiers: 0x100,
    },
    { type: 'node', id: 1, parent: 0, method: 3, line: 100, pc: 1 },
    { type: 'node', id: 2, parent: 1, method: 1, line: 3, pc: 5 },
    { type: 'node', id: 3, parent: 2, method: 2, line: 9, pc: 7 },
    { type: 'node', id: 4, parent: 1, method: 4, line: 0, pc: -1 },
    ...message(START + 10_000),
    ...message(START + 500_000),
  ];
}

/** The same as a stream of bytes would bring it. */
function modelOf(...messages: readonly Message[]): SessionModel {
  const encoder = new Encoder();
  const decoder = new Decoder();
  const model = new SessionModel();
  for (const message of messages) for (const decoded of decoder.push(encoder.encode(message))) model.apply(decoded);
  assert.equal(model.ignored, 0);
  return model;
}

function frameNames(
  className: string,
  line: number,
  frames: readonly Partial<Message<'frameNames'>['frames'][number]>[],
): Message<'frameNames'> {
  const named = frames.map((part) => ({ ...frame, ...part }));
  return { type: 'frameNames', run: 0, class: className, ...built, line, isPc: 0, confidence: 2, others: 0, frames: named };
}

function labels(model: SessionModel): readonly string[] {
  const [thread] = model.threads;
  assert.ok(thread !== undefined);
  const all = calls(model, thread, 0, 100_000);
  return Array.from(all.node.subarray(0, all.length), (node) => frameOf(model, node).label);
}

test('names that come late are shown in place of what the build made, inlined functions as frames of their own', () => {
  const model = modelOf(...obfuscated());
  assert.deepEqual(labels(model), ['Looper.loop', 'a.a', 'b.a']);
  // a.a at line 3 was Feed.draw with Row.bind inlined into it; b.a is not known yet.
  model.apply(frameNames('La/a;', 3, [row, feed]));
  assert.deepEqual(labels(model), ['Looper.loop', 'Feed.draw', 'Row.bind', 'b.a']);
  const [thread] = model.threads;
  assert.ok(thread !== undefined);
  const tree = callTree(model, thread, 0, 900_000);
  const inlined = Array.from(tree.node)
    .map((node) => frameOf(model, node))
    .find(({ method }) => method === 'bind');
  assert.deepEqual([inlined?.isInlined, inlined?.confidence, inlined?.sourceFile, inlined?.line], [true, 'exact', 'Row.kt', 41]);
});

test('a frame that the build made up is left out, and another answer replaces the first', () => {
  const model = modelOf(...obfuscated(), frameNames('La/a;', 3, []), frameNames('La/b;', 9, [feed]));
  assert.deepEqual(labels(model), ['Looper.loop', 'Feed.draw']);
  model.apply(frameNames('La/a;', 3, [row]));
  assert.deepEqual(labels(model), ['Looper.loop', 'Row.bind', 'Feed.draw']);
});

test('code that the build moved out of several methods is shown where its caller had it', () => {
  const model = modelOf(...obfuscated());
  const outline = { class: 'La/b;', ...built, line: 9, isPc: 0 } as const;
  const { type, ...caller } = frameNames('La/a;', 3, [feed]);
  // On its own a.a at line 3 is Feed.draw; where it calls the outline b.a at line 9 it is Row.bind, inlined into Feed.draw at 12.
  model.apply({ type, ...caller });
  assert.deepEqual(labels(model), ['Looper.loop', 'Feed.draw', 'b.a']);
  model.apply(frameNames('La/b;', 9, []));
  model.apply({ ...frameNames('La/a;', 3, [row, feed]), type: 'outlineNames', outlines: [outline] });
  assert.equal(model.ignored, 0);
  assert.deepEqual(labels(model), ['Looper.loop', 'Feed.draw', 'Row.bind']);
  const node = model.threads[0]?.samples.nodeAt(0) ?? 0;
  assert.equal(frameOf(model, model.shownNode(0, model.nodes.parent[node] ?? 0)).label, 'Feed.draw');
});

test('an outline that calls an outline is named by both, and another pair is not', () => {
  const messages = obfuscated().map((message) => (message.type === 'sample' && message.node === 3 ? { ...message, node: 5 } : message));
  const node: Message = { type: 'node', id: 5, parent: 3, method: 2, line: 11, pc: 7 };
  const model = modelOf(...messages.slice(0, 11), node, ...messages.slice(11));
  const at = (line: number) => ({ class: 'La/b;', ...built, line, isPc: 0 });
  const named = frameNames('La/a;', 3, [row]);
  for (const line of [9, 11]) model.apply(frameNames('La/b;', line, []));
  model.apply({ ...named, type: 'outlineNames', outlines: [at(11), at(9)] });
  assert.deepEqual(labels(model), ['Looper.loop', 'a.a']);
  model.apply({ ...named, type: 'outlineNames', outlines: [at(9), at(11)] });
  assert.deepEqual(labels(model), ['Looper.loop', 'Row.bind']);
  model.apply({ ...named, type: 'outlineNames', outlines: [{ ...at(9), class: 'La/z;' }] });
  assert.equal(model.ignored, 1);
});

test('lags that were found before are blamed on the named frame, and the handler has its name in the source', () => {
  const model = modelOf(...obfuscated());
  const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass: (name) => name.startsWith('com.shop.') });
  judge.update();
  assert.deepEqual(
    judge.lags.map(({ culprit, target }) => [culprit?.method, target]),
    [
      [undefined, 'a.c'],
      [undefined, 'a.c'],
    ],
  );
  model.apply(frameNames('La/b;', 9, [row]));
  model.apply({ type: 'classNames', run: 0, classes: [{ built: 'a.c', source: 'com.shop.FeedHandler' }] });
  assert.equal(judge.update(), true);
  assert.deepEqual(
    judge.lags.map(({ culprit, target }) => [culprit?.method, culprit?.line, target]),
    [
      ['bind', 41, 'com.shop.FeedHandler'],
      ['bind', 41, 'com.shop.FeedHandler'],
    ],
  );
});

test('names of one run say nothing of the next, whose build may have renamed otherwise', () => {
  const first = obfuscated();
  const second = obfuscated().map((message) => (message.type === 'process' ? { ...message, run: 1 } : message));
  const model = modelOf(...first, { type: 'processEnd', atUs: START + 900_000, why: '' }, ...second, frameNames('La/b;', 9, [feed]));
  const names = model.threads.map((thread) => frameOf(model, model.shownNode(thread.run, thread.samples.nodeAt(0))).label);
  assert.deepEqual(names, ['Feed.draw', 'b.a']);
});

test('a line that is a pc is no line for people, but finds its name', () => {
  const messages = obfuscated().map((message) => (message.type === 'node' && message.id === 3 ? { ...message, line: 0 } : message));
  const model = modelOf(...messages);
  const [thread] = model.threads;
  const node = thread?.samples.nodeAt(0) ?? 0;
  assert.deepEqual([frameOf(model, node).label, frameOf(model, node).line], ['b.a', 0]);
  const named: Message = { ...frameNames('La/b;', 7, [row]), isPc: 1 };
  model.apply(frameNames('La/b;', 7, [feed]));
  assert.equal(frameOf(model, model.shownNode(0, node)).label, 'b.a');
  model.apply(named);
  assert.equal(frameOf(model, model.shownNode(0, node)).label, 'Row.bind');
});

test('native code is an address of its image until it has a name', () => {
  const model = modelOf(
    ...obfuscated(),
    { type: 'image', id: 1, base: 0x7000, size: 0x2000, buildId: Uint8Array.of(0xab, 0x01), path: '/data/app/lib/libshop.so' },
    { type: 'nativeNode', id: 5, parent: 2, image: 1, offset: 0x1a40 },
    { type: 'sample', thread: 1, atUs: START + 950_000, node: 5, state: 0, cpuUs: 10 },
  );
  assert.deepEqual(model.images[1], { path: '/data/app/lib/libshop.so', id: 'ab01' });
  const [thread] = model.threads;
  const node = thread?.samples.nodeAt(thread.samples.length - 1) ?? 0;
  assert.equal(frameOf(model, node).label, 'libshop.so + 0x1a40');
  assert.deepEqual(symbolNote(model, node), { confidence: 'unknown', others: 0, symbols: undefined });
  const frames = [
    { ...frame, name: 'shop::Row<int>::bind(int)', short: 'Row::bind', file: '/build/src/row.cpp', line: 7 },
    { ...frame, name: 'shop::draw()', short: 'draw', file: '/build/src/feed.cpp', line: 30 },
  ];
  model.apply({ type: 'addressNames', run: 0, image: 1, offset: 0x1a40, confidence: 1, others: 2, frames });
  const shown = model.shownNode(0, node);
  const { label, method, sourceFile, sourcePath, line, confidence, others } = frameOf(model, shown);
  assert.deepEqual(
    [label, method, sourceFile, sourcePath, line],
    ['Row::bind', 'shop::Row<int>::bind(int)', 'row.cpp', '/build/src/row.cpp', 7],
  );
  assert.deepEqual([confidence, others, frameOf(model, model.nodes.parent[shown] ?? 0).label], ['nearest', 2, 'draw']);
});

test('names of what never came are counted and change nothing', () => {
  const model = modelOf(...obfuscated());
  model.apply(frameNames('La/z;', 3, [row]));
  model.apply({ type: 'classNames', run: 7, classes: [] });
  model.apply({ type: 'addressNames', run: 0, image: 4, offset: 1, confidence: 2, others: 0, frames: [] });
  assert.equal(model.ignored, 3);
  assert.deepEqual(labels(model), ['Looper.loop', 'a.a', 'b.a']);
});
