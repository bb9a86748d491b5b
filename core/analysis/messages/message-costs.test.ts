import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, ms } from '../../../tests/core/analyzed-app.ts';
import { withUses } from '../../../tests/core/message-uses.ts';
import { type Deed, scriptedApp } from '../../../tests/core/scripted-app.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import { atOnce } from '../../session/file/turns.ts';
import type { Message } from '../../wire/schema.ts';
import { type HandlerCost, messageCosts } from './message-costs.ts';

const all: TimeRange = { beginUs: 0, endUs: 60_000 * ms };
const stack = ['com.example.Feed.show:10'];
const names = [
  'android.app.ActivityThread$H',
  'com.example.Feed$$Lambda$37.0x7f01',
  'com.example.Feed$$Lambda$38.0x7f02',
  'com.example.Cart$1',
];

/** Messages with a handler, a callback (both by place in `names`, from 1) and a `what`. */
function costsOf(messages: readonly Message[], of: readonly (readonly [number, number, number])[], ranges = [all]): readonly HandlerCost[] {
  let row = -1;
  const named = messages.map((each): Message => {
    if (each.type === 'messageBegin') row++;
    if (each.type !== 'messageBegin' && each.type !== 'messageEnd') return each;
    const [target = 0, callback = 0, what = 0] = of[row] ?? [];
    return { ...each, target: target && 900 + target, callback: callback && 900 + callback, what };
  });
  const strings = names.map((text, index): Message => ({ type: 'string', id: 901 + index, text }));
  const [process, hello, ...rest] = named;
  assert.ok(process && hello);
  const { model } = new AnalyzedApp().replay([process, hello, ...strings, ...rest]);
  return atOnce(messageCosts(model, ranges));
}

const deed = (us: number, busy = 1): Deed => ({ kind: 'message', us, stack, busy });

/** `name what count total longest cpu measured queued`, in milliseconds. */
const lines = (costs: readonly HandlerCost[]): readonly string[] =>
  costs.map(({ name, what, count, totalUs, longestUs, cpuUs, measured, queuedUs }) => {
    const times = [totalUs, longestUs, cpuUs].map((us) => Math.round(us / ms));
    return [name, what ?? '-', count, ...times, measured, queuedUs === undefined ? '-' : queuedUs / ms].join(' ');
  });

test('messages are summed by callback, else by handler and number, most time first; lambdas of a class are one', () => {
  const messages = scriptedApp([
    idle(100 * ms),
    ...[
      deed(300 * ms),
      idle(20 * ms),
      deed(100 * ms),
      idle(20 * ms),
      deed(50 * ms),
      idle(20 * ms),
      deed(40 * ms),
      idle(20 * ms),
      deed(20 * ms),
    ],
    idle(500 * ms),
  ]);
  const of = [
    [1, 0, 159],
    [1, 2, 0],
    [1, 3, 0],
    [1, 0, 113],
    [1, 4, 0],
  ] as const;
  assert.deepEqual(
    costsOf(messages, of).map(({ name, what, count, totalUs }) => `${name} ${what ?? '-'} ${count} ${totalUs / ms}`),
    [
      'android.app.ActivityThread$H 159 1 300',
      'com.example.Feed λ - 2 150',
      'android.app.ActivityThread$H 113 1 40',
      'com.example.Cart$1 - 1 20',
    ],
  );
});

test('CPU is main’s own count where there is one, and sampled elsewhere; the longest wait in the queue counts', () => {
  const messages = scriptedApp([
    idle(100 * ms),
    deed(400 * ms, 0.5),
    idle(100 * ms),
    deed(200 * ms, 0.5),
    idle(100 * ms),
    deed(100 * ms),
    idle(500 * ms),
  ]);
  const used = withUses(messages, { cpuUs: 300 * ms, queuedUs: 30 * ms }, { cpuUs: 10 * ms, queuedUs: 70 * ms }, undefined);
  const same = [
    [1, 4, 0],
    [1, 4, 0],
    [1, 4, 0],
  ] as const;
  // The first two, to a moment between the second and the third.
  assert.deepEqual(lines(costsOf(used, same, [{ beginUs: 0, endUs: 850 * ms }])), ['com.example.Cart$1 - 2 600 400 310 2 70']);
  const [cost] = costsOf(used, same);
  // Samples are 10 ms apart.
  assert.ok(cost && Math.abs(cost.cpuUs - 410 * ms) <= 10 * ms, `${cost?.cpuUs}`);
  assert.deepEqual([cost.count, cost.measured], [3, 2]);
});

test('a range has the parts of messages within it, and the whole of the longest to show', () => {
  const messages = scriptedApp([idle(100 * ms), deed(400 * ms), idle(100 * ms), deed(200 * ms), idle(500 * ms)]);
  const same = [
    [1, 4, 0],
    [1, 4, 0],
  ] as const;
  const [cost, ...others] = costsOf(messages, same, [
    { beginUs: 450 * ms, endUs: 610 * ms },
    { beginUs: 700 * ms, endUs: 2_000 * ms },
  ]);
  assert.deepEqual([cost?.count, cost?.totalUs, cost?.longestUs, others.length], [3, 160 * ms, 100 * ms, 0]);
  assert.deepEqual(cost?.longest, { beginUs: 600 * ms, endUs: 800 * ms });
  assert.deepEqual(costsOf(messages, same, [{ beginUs: 510 * ms, endUs: 590 * ms }]), []);
});

test('a message that still lasts has neither a handler nor a number yet, one that ended unnamed has none', () => {
  const script = scriptedApp([idle(100 * ms), deed(300 * ms), idle(100 * ms), deed(200 * ms)]);
  const lastEnd = script.findLastIndex(({ type }) => type === 'messageEnd');
  const open = script.filter((_, at) => at < lastEnd);
  const costs = costsOf(open, [[0, 0, 0]]);
  assert.deepEqual(
    costs.map(({ name, what, isOpen }) => [name, what, isOpen]),
    [['', undefined, true]],
  );
  const [ended] = costsOf(script, [[0, 0, 0]]);
  assert.deepEqual([ended?.what, ended?.isOpen], [undefined, false]);
});
