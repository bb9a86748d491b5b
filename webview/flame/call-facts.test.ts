import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadState } from '../../core/session/columns/sample-columns.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { type Deed, scriptedApp } from '../../tests/core/scripted-app.ts';
import { stateTimes } from './call-facts.ts';

/** The words for a message of 300 ms in this state, with this share of the time on CPU. */
function said(state: number, busy: number): readonly string[] {
  const deed: Deed = { kind: 'message', us: 300_000, stack: ['com.example.A.a:1'], state, busy };
  const model = new SessionModel();
  for (const message of scriptedApp([{ kind: 'idle', us: 100_000 }, deed, { kind: 'idle', us: 100_000 }])) model.apply(message);
  const thread = model.threads.find(({ isMain }) => isMain);
  assert.ok(thread);
  return stateTimes(model, thread, 150_000, 350_000).states;
}

test('a thread that could run has no wait to name, whether its CPU clock moves or not', () => {
  for (const busy of [0, 1]) assert.deepEqual(said(threadState.running, busy), []);
});

test('main’s wait for its next message is idle, neither blocked nor unknown', () => {
  const model = new SessionModel();
  const deed: Deed = { kind: 'message', us: 100_000, stack: ['com.example.A.a:1'], busy: 0.5 };
  for (const message of scriptedApp([{ kind: 'idle', us: 300_000 }, deed, { kind: 'idle', us: 300_000 }])) model.apply(message);
  const [main] = model.threads;
  assert.ok(main);
  const { busyUs, blockedUs, garbageUs, idleUs } = stateTimes(model, main, 200_000, 500_000);
  assert.deepEqual([blockedUs, garbageUs], [0, 0]);
  // Rows change up to a round of 10 ms late.
  assert.ok(Math.abs(idleUs - 200_000) <= 20_000, `idle ${idleUs} us`);
  assert.ok(Math.abs(busyUs - 50_000) <= 10_000, `busy ${busyUs} us`);
});

test('a thread that sleeps sleeps', () => {
  assert.deepEqual(said(threadState.sleeping, 0), ['sleeping']);
});

test('a thread that waits for its runtime waits for no object', () => {
  assert.deepEqual(said(threadState.runtime, 0), ['waiting for the runtime, as in a garbage collection']);
  assert.deepEqual(withPauses({ state: threadState.runtime, busy: 0 }), [0, 200_000, 0]);
});

/** The words for 150 to 350 ms of a message of 300 ms from 100 ms on, with pauses at these times (ms). */
function withPauses(
  deed: Omit<Deed, 'kind' | 'us' | 'stack'>,
  ...pauses: readonly (readonly [fromMs: number, toMs: number])[]
): readonly number[] {
  const model = new SessionModel();
  const stopped: Deed = { kind: 'message', us: 300_000, stack: ['com.example.A.a:1'], ...deed };
  for (const message of scriptedApp([{ kind: 'idle', us: 100_000 }, stopped, { kind: 'idle', us: 100_000 }])) model.apply(message);
  const [main] = model.threads;
  const gcs = model.runs[0]?.gcs;
  assert.ok(main && gcs);
  for (const [beginMs, endMs] of pauses) {
    gcs.begin(beginMs * 1_000);
    gcs.end(endMs * 1_000);
  }
  const { busyUs, blockedUs, garbageUs } = stateTimes(model, main, 150_000, 350_000);
  return [busyUs, blockedUs, garbageUs];
}

test('a pause of the garbage collector is distinguished from what the thread waited for', () => {
  // Of 200 ms the collector took 60, and 140 are left; what is before and after does not count.
  const pauses = [
    [110, 140],
    [200, 240],
    [330, 350],
    [360, 380],
  ] as const;
  // The rest of a runnable thread is no wait.
  assert.deepEqual(withPauses({ state: threadState.running, busy: 0 }, ...pauses), [0, 0, 60_000]);
  // Pauses across both ends take 10 ms each.
  assert.deepEqual(withPauses({ state: threadState.running, busy: 0 }, [140, 160], [340, 360]), [0, 0, 20_000]);
});

test('a pause of the garbage collector does not count for a thread that waits anyway', () => {
  for (const state of [threadState.parked, threadState.monitor, threadState.kernel, threadState.native, threadState.suspended])
    assert.deepEqual(withPauses({ state, busy: 0 }, [200, 260]), [0, 200_000, 0], `state ${state}`);
});

test('a pause comes out of the time of what it stopped, not out of what else was waited for', () => {
  // 100 to 250 ms on CPU, then parked to 400 ms. The pause from 180 to 200 ms stopped the first part, that from 300 to 340 ms nothing.
  const parts = [
    { us: 150_000, stack: ['com.example.A.a:1'] },
    { us: 150_000, stack: ['com.example.A.b:2'], busy: 0, state: threadState.parked },
  ];
  const [busyUs = 0, blockedUs = 0, garbageUs] = withPauses({ parts }, [180, 200], [300, 340]);
  assert.equal(garbageUs, 20_000);
  // Rows change up to a round of 10 ms late: 80 ms and 100 ms, both of them give or take that.
  assert.ok(Math.abs(busyUs - 80_000) <= 10_000, `busy ${busyUs} us`);
  assert.ok(Math.abs(blockedUs - 100_000) <= 10_000, `blocked ${blockedUs} us`);
  assert.equal(Math.round(busyUs + blockedUs) + garbageUs, 200_000);
});

test('a pause before a call was first seen stopped the call, not what the thread waited for before', () => {
  const deeds: readonly Deed[] = [
    { kind: 'idle', us: 100_000 },
    { kind: 'message', us: 100_000, stack: ['com.example.A.a:1'], busy: 0.5 },
    { kind: 'idle', us: 100_000 },
  ];
  const model = new SessionModel();
  for (const message of scriptedApp(deeds)) model.apply(message);
  const [main] = model.threads;
  const gcs = model.runs[0]?.gcs;
  assert.ok(main && gcs);
  // Looked at each 10 ms from 5 ms on: 95 ms sees it wait, 105 ms at work.
  gcs.begin(101_000);
  gcs.end(104_000);
  const { garbageUs, states } = stateTimes(model, main, 100_000, 150_000);
  assert.deepEqual([garbageUs, states], [3_000, []]);
});
