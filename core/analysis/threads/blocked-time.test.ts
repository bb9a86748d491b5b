import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, detectorAfter, idle, lagsOf, ms } from '../../../tests/core/analyzed-app.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import { StackWeights } from '../../trees/weights.ts';
import type { Message } from '../../wire/schema.ts';
import { callTree } from '../calls/call-tree.ts';
import { LineCosts } from '../source-costs/line-costs.ts';
import { threadActivity } from './thread-states.ts';
import { threadStates } from './thread-tracks.ts';

const decode = ['com.example.Feed.decode:40'];

test('a thread off CPU without a known wait is not blocked', () => {
  // Seen running, with 30 % of the time on its clock, as where others take the cores; then in native code with the same clock.
  for (const state of [threadState.running, threadState.native]) {
    const [lag] = lagsOf([idle(100 * ms), { kind: 'message', us: 400 * ms, stack: decode, busy: 0.3, state }, idle(3_000 * ms)]);
    assert.ok(lag);
    const percents = [lag.busyUs, lag.blockedUs, lag.unknownUs].map((us) => Math.round((100 * us) / (400 * ms)));
    assert.deepEqual(percents, [30, 0, 70], `state ${state}`);
  }
});

test('time without a core is what the kernel counted, in work and at the end of a wait', () => {
  // Seen running at 30 % for 400 ms: the kernel counted 200 ms of the other 280. Of a lock's 200 ms, 50 passed after it was free.
  const parts = [
    { us: 400 * ms, stack: decode, busy: 0.3 },
    { us: 200 * ms, stack: ['com.example.Cart.count:7'], busy: 0, state: threadState.monitor },
  ];
  const extra: readonly Message[] = [
    { type: 'ready', thread: 1, beginUs: SCRIPT_START_US + 100 * ms, atUs: SCRIPT_START_US + 300 * ms, readyUs: 100 * ms },
    { type: 'ready', thread: 1, beginUs: SCRIPT_START_US + 300 * ms, atUs: SCRIPT_START_US + 500 * ms, readyUs: 100 * ms },
    { type: 'ready', thread: 1, beginUs: SCRIPT_START_US + 500 * ms, atUs: SCRIPT_START_US + 700 * ms, readyUs: 50 * ms },
  ];
  const { model, detector } = new AnalyzedApp().replay([
    ...scriptedApp([idle(100 * ms), { kind: 'message', us: 600 * ms, parts }, idle(3_000 * ms)]),
    ...extra,
  ]);
  const [main] = model.threads;
  const [lag] = detector.lags;
  assert.ok(main && lag);
  const tenths = (...us: readonly (number | undefined)[]): readonly number[] => us.map((each = Number.NaN) => Math.round(each / (10 * ms)));
  assert.deepEqual(tenths(lag.busyUs, lag.blockedUs, lag.readyUs, lag.unknownUs), [12, 15, 25, 8]);
  const weights = new StackWeights(model);
  weights.add(main, 100 * ms, 700 * ms);
  const sum = (column: Float64Array): number => column.subarray(0, weights.length).reduce((all, us) => all + us, 0);
  assert.deepEqual(tenths(sum(weights.cpu), sum(weights.blocked), sum(weights.ready)), [12, 15, 25]);
  const shares = threadStates(model, main).shares(100 * ms, 700 * ms, 1);
  const { running, blocked, ready, unknown } = threadActivity;
  assert.deepEqual(
    [running, blocked, ready, unknown].map((state) => Math.round(60 * (shares[state] ?? Number.NaN))),
    [12, 15, 25, 8],
  );
});

test('the time of a wait that is reported is blocked, and only that time', () => {
  // Of 400 ms 40 % on CPU, 120 ms for a lock between two samples that saw main running: 160, 120, 120.
  const lock = SCRIPT_START_US + 200 * ms;
  const extra: readonly Message[] = [
    { type: 'string', id: 900, text: 'java.lang.Object' },
    { type: 'waitBegin', thread: 1, atUs: lock, kind: 1, object: 900 },
    { type: 'waitEnd', thread: 1, atUs: lock + 120 * ms },
  ];
  const deeds: readonly Deed[] = [idle(100 * ms), { kind: 'message', us: 400 * ms, stack: decode, busy: 0.4 }, idle(3_000 * ms)];
  const [lag] = detectorAfter([...scriptedApp(deeds), ...extra]).lags;
  assert.ok(lag);
  assert.deepEqual(
    [lag.busyUs, lag.blockedUs, lag.unknownUs].map((us) => Math.round(us / (10 * ms))),
    [16, 12, 12],
  );
});

test('in native code the clock at rest, or what is called there, says that a thread waits', () => {
  const deed = (busy: number, frame: string): Deed => ({
    kind: 'message',
    us: 400 * ms,
    stack: [...decode, frame],
    busy,
    state: threadState.native,
  });
  const blocked = (busy: number, frame: string): number => {
    const [lag] = lagsOf([idle(100 * ms), deed(busy, frame), idle(3_000 * ms)]);
    return Math.round((100 * (lag?.blockedUs ?? 0)) / (400 * ms));
  };
  assert.deepEqual([blocked(0, 'com.example.Codec.decode0:-2'), blocked(0.3, 'com.example.Codec.decode0:-2')], [100, 0]);
  assert.equal(blocked(0.3, 'android.os.BinderProxy.transactNative:-2'), 70);
});

test('a clock at rest for the turn of another thread is no wait, nor is the looper’s for the next message', () => {
  const blocked = (us: number, frame: string): number => {
    const parts = [
      { us: 200 * ms, stack: decode, busy: 1 },
      { us, stack: [...decode, frame], busy: 0, state: threadState.native },
      { us: 200 * ms, stack: decode, busy: 1 },
    ];
    const [lag] = lagsOf([idle(100 * ms), { kind: 'message', us: 400 * ms + us, parts }, idle(3_000 * ms)]);
    return Math.round((lag?.blockedUs ?? Number.NaN) / (10 * ms));
  };
  assert.equal(blocked(40 * ms, 'com.example.Codec.decode0:-2'), 0);
  assert.ok(blocked(400 * ms, 'com.example.Codec.decode0:-2') >= 39);
  for (const name of ['nativePollOnce', 'nativeWake']) assert.equal(blocked(400 * ms, `android.os.MessageQueue.${name}:-2`), 0);
});

test('the timeline draws the time of a reported wait as blocked, also between samples that saw the thread run', () => {
  const extra: readonly Message[] = [
    { type: 'string', id: 900, text: 'java.lang.Object' },
    { type: 'waitBegin', thread: 1, atUs: SCRIPT_START_US + 100 * ms, kind: 1, object: 900 },
    { type: 'waitEnd', thread: 1, atUs: SCRIPT_START_US + 500 * ms },
  ];
  const deeds: readonly Deed[] = [idle(100 * ms), { kind: 'message', us: 400 * ms, stack: decode, busy: 0.3 }, idle(3_000 * ms)];
  const { model } = new AnalyzedApp().replay([...scriptedApp(deeds), ...extra]);
  const [main] = model.threads;
  assert.ok(main);
  const share = threadStates(model, main).shares(150 * ms, 450 * ms, 1);
  const percents = [threadActivity.running, threadActivity.blocked, threadActivity.unknown].map((state) =>
    Math.round(100 * (share[state] ?? 0)),
  );
  assert.deepEqual(percents, [30, 70, 0]);
});

test('trees, sums of stacks and line costs have the same blocked time', () => {
  // 30 % on CPU for 400 ms, then 200 ms for a lock.
  const parts = [
    { us: 400 * ms, stack: decode, busy: 0.3 },
    { us: 200 * ms, stack: ['com.example.Cart.count:7'], busy: 0, state: threadState.monitor },
  ];
  const { model } = new AnalyzedApp().replay(scriptedApp([idle(100 * ms), { kind: 'message', us: 600 * ms, parts }, idle(3_000 * ms)]));
  const [main] = model.threads;
  assert.ok(main);
  const tenths = (...us: readonly (number | undefined)[]): readonly number[] => us.map((each = Number.NaN) => Math.round(each / (10 * ms)));
  const tree = callTree(model, main, 100 * ms, 700 * ms);
  assert.deepEqual(tenths(tree.totalUs[0], tree.busyUs[0], tree.blockedUs[0]), [60, 12, 20]);
  const weights = new StackWeights(model);
  weights.add(main, 100 * ms, 700 * ms);
  const sum = (column: Float64Array): number => column.subarray(0, weights.length).reduce((all, us) => all + us, 0);
  assert.deepEqual(tenths(sum(weights.wall), sum(weights.cpu), sum(weights.blocked)), [60, 12, 20]);
  const costs = new LineCosts(model);
  const file = costs.watch(({ class: owner }) => owner.startsWith('com.example.'));
  costs.update([]);
  const { lines } = file.heat();
  assert.deepEqual(
    lines.map(({ line, busyUs, blockedUs }) => [line, ...tenths(busyUs, blockedUs)]),
    [
      [7, 0, 20],
      [40, 12, 0],
    ],
  );
});
