import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle, ms } from '../../../tests/core/analyzed-app.ts';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { scriptedApp } from '../../../tests/core/scripted-app.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import { SessionModel } from '../../session/model/model.ts';
import type { Message } from '../../wire/schema.ts';
import { ACTIVITIES, threadActivity } from './thread-states.ts';
import { isShownThread, threadCpuUs, threadStates, threadsByCpu } from './thread-tracks.ts';

const stack = ['com.example.Cart.total:12'];

/** Main's main activity in each tenth of a second, '' without samples. */
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

test('CPU time of a thread counts what samples say, also while its last row grows', () => {
  const model = new SessionModel();
  let cpuUs = 0;
  for (const each of scriptedApp(deeds)) {
    model.apply(each);
    const [main] = model.threads;
    if (main !== undefined) cpuUs = threadCpuUs(main);
  }
  // 300 ms at work; each turn to something else costs 20 us, and what the clock ran after the last look is not reported.
  assert.ok(Math.abs(cpuUs - 300 * ms) < 2 * ms, `${cpuUs} us`);
});

const t0 = 1_000_000_000;
const AGENT = 4;

const thread = (id: number, name: string, flags: number): Message => ({
  type: 'thread',
  thread: id,
  tid: id,
  name,
  group: '',
  flags,
  atUs: t0,
});
const seen = (id: number, atUs: number, cpuUs: number): Message => ({
  type: 'sample',
  thread: id,
  atUs: t0 + atUs,
  node: 0,
  state: 0,
  cpuUs,
});

test('threads that used most CPU come first, main, the agent and those that nobody looked at are not among them', () => {
  const model = new SessionModel();
  const names = ['main', 'idle', 'busy', 'agent', 'never seen', 'busier'];
  const messages: readonly Message[] = [
    processMessage(0),
    helloMessage(t0),
    ...names.map((name, id) => thread(id + 1, name, name === 'main' ? 1 : name === 'agent' ? AGENT : 0)),
    seen(1, 10, 0),
    seen(2, 10, 0),
    seen(3, 10, 0),
    seen(4, 10, 0),
    seen(6, 10, 0),
    // A second later: 20 ms, 900 ms and 300 ms.
    seen(2, 1_000_000, 20_000),
    seen(6, 1_000_000, 900_000),
    seen(3, 1_000_000, 300_000),
  ];
  for (const each of messages) model.apply(each);
  const order = (): readonly string[] => threadsByCpu(model, model.runs).map(({ name }) => name);
  assert.deepEqual(order(), ['busier', 'busy', 'idle']);
  assert.deepEqual(
    model.threads.filter(isShownThread).map(({ name }) => name),
    ['main', 'idle', 'busy', 'busier'],
  );
  // 1.0 s and 900 ms are about as much: who was first stays first. 2.4 s are not.
  model.apply(seen(3, 2_000_000, 700_000));
  assert.deepEqual(order(), ['busy', 'busier', 'idle']);
  model.apply(seen(6, 4_000_000, 1_500_000));
  assert.deepEqual(order(), ['busier', 'busy', 'idle']);
  assert.deepEqual(threadsByCpu(model, []), []);
});
