import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle, ms } from '../../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../../tests/core/scripted-app.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import { SessionModel } from '../../session/model/model.ts';
import type { Message } from '../../wire/schema.ts';
import { ACTIVITIES, threadActivity } from './thread-states.ts';
import { threadCpuUs, threadStates } from './thread-tracks.ts';

const stack = ['com.example.Cart.total:12'];

/** What main did most in each tenth of a second, '' where nobody looked. */
function tenths(model: SessionModel): readonly string[] {
  const [main] = model.threads;
  assert.ok(main);
  const count = Math.round(model.nowUs / (100 * ms));
  const shares = threadStates(model, main).shares(0, count * 100 * ms, count);
  const names = Object.entries(threadActivity);
  return Array.from({ length: count }, (_, part) => names.find(([, each]) => (shares[part * ACTIVITIES + each] ?? 0) > 0.5)?.[0] ?? '');
}

function replayed(messages: readonly Message[]): SessionModel {
  const model = new SessionModel();
  for (const each of messages) model.apply(each);
  return model;
}

const deeds = [
  idle(200 * ms),
  { kind: 'message', us: 300 * ms, stack },
  { kind: 'message', us: 200 * ms, stack, busy: 0, state: threadState.monitor },
  { kind: 'message', us: 200 * ms, stack, busy: 0, state: threadState.parked },
  // Could run, and was not on CPU: no agent tells why.
  { kind: 'message', us: 200 * ms, stack, busy: 0 },
  { kind: 'message', us: 200 * ms, stack, busy: 0, state: threadState.native },
  idle(300 * ms),
] as const;
const did = [
  'idle',
  'idle',
  'running',
  'running',
  'running',
  'blocked',
  'blocked',
  'waiting',
  'waiting',
  'unknown',
  'unknown',
  'waiting',
  'waiting',
  'idle',
  'idle',
  'idle',
];

test('a thread runs, is blocked, waits for something or for its next message, or nobody knows', () => {
  assert.deepEqual(tenths(replayed(scriptedApp(deeds))), did);
});

test('states are the same however the stream was cut', () => {
  const messages = scriptedApp([...deeds, ...deeds, ...deeds]);
  const model = new SessionModel();
  for (const each of messages) {
    model.apply(each);
    for (const thread of model.threads) threadStates(model, thread);
  }
  const shares = (of: SessionModel): readonly number[] => {
    const [main] = of.threads;
    return main === undefined ? [] : [...threadStates(of, main).shares(0, of.nowUs, 2_000)];
  };
  assert.deepEqual(shares(model), shares(replayed(messages)));
  // 4.8 s: the first two have been settled for long.
  assert.deepEqual(tenths(model), [...did, ...did, ...did]);
});

test('a pause of a garbage collection is one where the thread had work to do', () => {
  const messages = scriptedApp([idle(200 * ms), { kind: 'message', us: 400 * ms, stack, busy: 0.5 }, idle(300 * ms)]);
  const startUs = messages.find((each) => each.type === 'hello')?.monoUs ?? 0;
  // In main's idle time, and 300 to 500 ms in its message.
  const pauses = [
    [50, 150],
    [300, 500],
  ] as const;
  for (const [from, to] of pauses) {
    const at = messages.findIndex((each) => 'atUs' in each && each.atUs > startUs + to * ms);
    messages.splice(at, 0, { type: 'gcBegin', atUs: startUs + from * ms }, { type: 'gcEnd', atUs: startUs + to * ms });
  }
  const model = replayed(messages);
  const [main] = model.threads;
  assert.ok(main);
  const shares = threadStates(model, main).shares(0, 600 * ms, 6);
  const pause = Array.from({ length: 6 }, (_, part) => Number((shares[part * ACTIVITIES + threadActivity.pause] ?? 0).toFixed(2)));
  assert.deepEqual(pause, [0, 0, 0, 1, 1, 0]);
});

test('CPU time of a thread counts what samples tell, also while its last row grows', () => {
  const model = new SessionModel();
  let cpuUs = 0;
  for (const each of scriptedApp(deeds)) {
    model.apply(each);
    const [main] = model.threads;
    if (main !== undefined) cpuUs = threadCpuUs(main);
  }
  // 300 ms at work; each turn to something else costs 20 us, and what the clock ran after the last look is not told.
  assert.ok(Math.abs(cpuUs - 300 * ms) < 2 * ms, `${cpuUs} us`);
});
