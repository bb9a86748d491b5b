import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, ms } from '../../../tests/core/analyzed-app.ts';
import { type Deed, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { arrivalsIn } from './arrivals.ts';
import { ChartWriter } from './chart-writer.ts';

const feed = 'com.example.Feed.show:10';
const bind = 'com.example.Row.bind:20';
const sum = 'com.example.Cart.total:30';
const part = (us: number, ...stack: readonly string[]) => ({ us: us * ms, stack });

/** Arrivals by method name, of the app's only. */
function arrivals(deeds: readonly Deed[], beginMs: number, endMs: number): Readonly<Record<string, number>> {
  const { model } = new AnalyzedApp().replay(scriptedApp(deeds));
  const [main] = model.threads;
  assert.ok(main);
  const writer = new ChartWriter(model, main, undefined);
  writer.update();
  const counted = arrivalsIn(writer.chart, model.nodes, beginMs * ms, endMs * ms);
  const named = [...counted].map(([method, count]) => [model.methods[method]?.name ?? '', count] as const);
  return Object.fromEntries(named.filter(([name]) => ['show', 'bind', 'total'].includes(name)));
}

/** From 100 ms on: show calls bind three times, whose second call runs total twice, and goes to another line between. */
const deeds: readonly Deed[] = [
  idle(100 * ms),
  {
    kind: 'message',
    us: 350 * ms,
    parts: [
      part(50, feed, bind),
      part(50, feed),
      part(50, feed, bind, sum),
      part(50, feed, 'com.example.Row.bind:21'),
      part(50, feed, 'com.example.Row.bind:21', sum),
      part(50, feed),
      part(50, feed, bind),
    ],
  },
  idle(1_000 * ms),
];

test('a function counts each time that it is seen again after it was left', () => {
  assert.deepEqual(arrivals(deeds, 100, 450), { show: 1, bind: 3, total: 2 });
});

test('a part of the time has the calls that began before it and those within', () => {
  // From 175 ms on: bind, once more, at its end; total began at 200 and 300 ms.
  assert.deepEqual(arrivals(deeds, 225, 325), { show: 1, bind: 1, total: 2 });
  assert.deepEqual(arrivals(deeds, 600, 700), {});
});

test('each message calls again, though the stack is the same', () => {
  const two: readonly Deed[] = [1, 2, 3].map(() => ({ kind: 'message', us: 60 * ms, stack: [feed, bind] }));
  assert.deepEqual(arrivals([idle(100 * ms), ...two, idle(500 * ms)], 100, 280), { show: 3, bind: 3 });
});

test('recursion counts each of its calls', () => {
  const deep: readonly Deed[] = [idle(100 * ms), { kind: 'message', us: 100 * ms, stack: [feed, bind, bind, bind] }, idle(500 * ms)];
  assert.deepEqual(arrivals(deep, 100, 200), { show: 1, bind: 3 });
});

test('the app’s root, which is in every stack, was called before the lag, whatever frames are around it', () => {
  const [root, left] = ['com.example.Main.show:1', 'com.example.Outer.start:1'];
  // As of an agent that sometimes misses the outermost frame.
  const stacks = [[root], [left, root], [root], [left, root, bind], [root, bind], [left, root]];
  const kind = 'outside';
  const each = stacks.map((stack): Deed => ({ kind, us: 50 * ms, stack }));
  const around: Deed = { kind, us: 100 * ms, stack: [left, root] };
  assert.deepEqual(arrivals([around, ...each, around], 110, 390), { bind: 2 });
});
