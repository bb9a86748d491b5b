import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp } from '../../../tests/core/analyzed-app.ts';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { sampleValues } from '../../../tests/core/sample-values.ts';
import type { Message } from '../../wire/schema.ts';
import { SessionModel } from './model.ts';

const START = 5_000_000;
const ms = 1_000;
const text = (id: number, of: string): Message => ({ type: 'string', id, text: of });
const method = (id: number, className: string, name: string): Message => ({
  ...{ type: 'method', id, class: className, name, signature: '()V', sourceFile: '', modifiers: 1 },
});
const node = (id: number, parent: number, of: number): Message => ({ type: 'node', id, parent, method: of, line: 3, pc: 0 });
const sample = (atMs: number, of: number): Message => ({
  ...{ type: 'sample', thread: 1, atUs: START + atMs * ms, node: of, state: 0, cpuUs: atMs * ms },
});
const tick = (atMs: number): Message => ({ type: 'tick', atUs: START + atMs * ms, rounds: 1 });
const begins = (atMs: number): Message => ({
  ...{ type: 'messageBegin', thread: 1, atUs: START + atMs * ms, target: 0, callback: 0, what: 0 },
});
const ends = (atMs: number, callback: number): Message => ({
  ...{ type: 'messageEnd', thread: 1, atUs: START + atMs * ms, target: 2, callback, what: 0 },
});
const ticks = (fromMs: number, toMs: number): readonly Message[] =>
  Array.from({ length: (toMs - fromMs) / 40 }, (_, index) => tick(fromMs + 40 * index));

/** Nodes: 1 loop, 2 dispatch, 3 the agent's message, 4 what it calls, 5 and 6 the agent's hook, 7 the app's message, 20 idle, 21 what the hook calls. */
const tables: readonly Message[] = [
  processMessage(0),
  helloMessage(START),
  { type: 'thread', thread: 1, tid: 259, name: 'main', group: '', flags: 1, atUs: START },
  text(1, 'laglens.AppWatch'),
  text(2, 'android.os.Handler'),
  text(3, 'com.example.Draw'),
  method(1, 'Landroid/os/Looper;', 'loop'),
  method(2, 'Landroid/os/Handler;', 'dispatchMessage'),
  method(3, 'Llaglens/AppWatch;', 'run'),
  method(4, 'Landroid/app/Application;', 'registerActivityLifecycleCallbacks'),
  method(5, 'Llaglens/ObserverHook;', 'messageDispatched'),
  method(6, 'Llaglens/Hook;', 'end'),
  method(7, 'Lcom/example/Draw;', 'run'),
  node(1, 0, 1),
  node(2, 1, 2),
  node(3, 2, 3),
  node(4, 3, 4),
  node(5, 1, 5),
  node(6, 5, 6),
  node(7, 2, 7),
  method(9, 'Landroid/os/MessageQueue;', 'nativePollOnce'),
  node(20, 1, 9),
  method(10, 'Ljava/lang/Class;', 'getName'),
  node(21, 6, 10),
];

function modelOf(messages: readonly Message[]): SessionModel {
  const model = new SessionModel();
  for (const message of [...tables, ...messages]) model.apply(message);
  return model;
}

function methodsOf({ nodes, methods }: SessionModel, node: number): readonly string[] {
  const names: string[] = [];
  for (let at = node; at !== 0; at = nodes.parent[at] ?? 0) names.unshift(methods[nodes.method[at] ?? 0]?.name ?? '');
  return names;
}

test('the agent’s own frames are their caller, and main’s samples there are counted', () => {
  const model = modelOf([begins(0), sample(10, 6), sample(20, 5), sample(25, 21), sample(30, 7)]);
  const [main] = model.threads;
  const stacks = sampleValues(main?.samples, 'node').map((row) => methodsOf(model, row));
  assert.deepEqual(stacks.at(-1), ['loop', 'dispatchMessage', 'run']);
  assert.deepEqual([...new Set(stacks.slice(0, -1).map((stack) => stack.join(' > ')))], ['loop']);
  assert.equal(model.runs[0]?.own.samples, 3);
});

test('no frame of the app’s is the agent’s, whatever it is called', () => {
  const model = modelOf([method(11, 'Lcom/laglens/shop/Hook;', 'end'), node(8, 7, 11), begins(0), sample(10, 8)]);
  const [main] = model.threads;
  assert.deepEqual(methodsOf(model, main?.samples.nodeAt(0) ?? 0), ['loop', 'dispatchMessage', 'run', 'end']);
  assert.equal(model.runs[0]?.own.samples, 0);
});

test('native frames of the agent’s library are their caller, and those below it stay', () => {
  const model = modelOf([
    { type: 'image', id: 1, base: 4096, size: 4096, buildId: new Uint8Array(), path: '/data/data/com.example/code_cache/liblaglens.so' },
    { type: 'image', id: 2, base: 65536, size: 4096, buildId: new Uint8Array(), path: '/system/lib64/libc.so' },
    { type: 'nativeNode', id: 8, parent: 7, image: 1, offset: 64 },
    { type: 'nativeNode', id: 9, parent: 8, image: 2, offset: 128 },
    begins(0),
    sample(10, 9),
  ]);
  const [main] = model.threads;
  const row = main?.samples.nodeAt(0) ?? 0;
  assert.equal(model.images[model.methods[model.nodes.method[row] ?? 0]?.image ?? 0]?.path, '/system/lib64/libc.so');
  assert.equal(methodsOf(model, model.nodes.parent[row] ?? 0).at(-1), 'run');
});

test('functions of an agent that is linked into the app leave stacks once they are named', () => {
  const named = (offset: number, name: string): Message => ({
    type: 'addressNames',
    run: 0,
    image: 1,
    offset,
    confidence: 2,
    others: 0,
    frames: [{ class: '', name, signature: '', file: '', short: '', line: 0, column: 0 }],
  });
  const model = modelOf([
    { type: 'image', id: 1, base: 4096, size: 4096, buildId: new Uint8Array(), path: '/Shop.app/Shop' },
    { type: 'nativeNode', id: 8, parent: 0, image: 1, offset: 64 },
    { type: 'nativeNode', id: 9, parent: 8, image: 1, offset: 128 },
    sample(10, 9),
    named(64, 'checkOut'),
    named(128, 'laglens_pthread_mutex_lock'),
  ]);
  const row = model.threads[0]?.samples.nodeAt(0) ?? 0;
  assert.deepEqual(methodsOf(model, model.runs[0]?.names.shownNode(model.nodes, row) ?? 0), ['checkOut']);
});

test('the agent’s own message is no lag, neither while it lasts nor after it', () => {
  const app = new AnalyzedApp();
  app.take(...tables, begins(100), sample(110, 4), ...ticks(120, 480));
  assert.deepEqual(app.lines, []);
  app.take(ends(480, 1), sample(490, 20), ...ticks(500, 3_000));
  assert.deepEqual(app.lines, []);
});

test('a message of the app after it is a lag of its own', () => {
  const app = new AnalyzedApp();
  app.take(...tables, begins(100), sample(110, 4), ...ticks(120, 480), ends(480, 1));
  app.take(begins(480), sample(490, 7), ...ticks(520, 720), ends(720, 3), sample(730, 20), ...ticks(740, 3_000));
  assert.deepEqual(app.lines, ['message 480 240 com.example.Draw.run:3']);
});

test('the agent’s own message has Laglens for its callback', () => {
  const { model } = new AnalyzedApp().take(...tables, begins(100), sample(110, 4), ends(480, 1));
  const { messages } = model.threads[0] ?? {};
  assert.deepEqual([model.strings[messages?.callback[0] ?? 0], messages?.isOwn[0]], ['Laglens', 1]);
});
