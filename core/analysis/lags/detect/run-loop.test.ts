import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, lagLine, ms } from '../../../../tests/core/analyzed-app.ts';
import { nameOf, PHONE_START_US, ScriptedPhone } from '../../../../tests/core/scripted-phone.ts';
import type { Message } from '../../../wire/schema.ts';
import { ACTIVITIES, threadActivity } from '../../threads/thread-states.ts';
import { threadStates } from '../../threads/thread-tracks.ts';
import type { Lag } from './lag-detector.ts';
import { TRACKING_MODE } from './late-frames.ts';

const second = 1_000 * ms;

/** Judged after each message and all at once: the same lags. */
function lagsOf({ messages }: ScriptedPhone, more: readonly Message[] = [], thresholdUs?: number): readonly Lag[] {
  const live = new AnalyzedApp(thresholdUs).take(...messages, ...more).detector.lags;
  assert.deepEqual(new AnalyzedApp(thresholdUs).replay([...messages, ...more]).detector.lags, live);
  return live;
}

test('a turn of the run loop over the threshold is a lag with its borders, blamed on the deepest frame of the app', () => {
  const phone = new ScriptedPhone()
    .idle(300 * ms)
    .turn(500 * ms, ['UIKit 50', 'Debug 100', 'Cart 7', 'kernel 9'])
    .idle(300 * ms);
  const [lag, ...more] = lagsOf(phone);
  assert.equal(more.length, 0);
  // Nothing has a name yet: the image and the address stand for it.
  assert.deepEqual(lag && lagLine(lag), 'turn 300 500 .Cart + 0x7:0');
  assert.equal(lag?.band, 'hang');
  assert.equal(lag?.phone?.mode, 'kCFRunLoopDefaultMode');
  // Matrix dumps from two seconds on.
  assert.equal(lag?.phone?.dump, undefined);
  const named = lagsOf(phone, [nameOf('Cart 7', '-[CartView layoutSubviews]', '/src/CartView.m', 41)]);
  assert.deepEqual(named.map(lagLine), ['turn 300 500 .-[CartView layoutSubviews]:41']);
});

test('neither the system, nor the agent, nor main that runs the loop is responsible', () => {
  const phone = new ScriptedPhone().idle(300 * ms).turn(500 * ms, ['UIKit 50', 'Agent 3', 'CoreFoundation 9']);
  assert.deepEqual(lagsOf(phone.idle(100 * ms)).map(lagLine), ['turn 300 500 -']);
});

test('what main itself called is responsible where it runs no framework around its loop', () => {
  // A program that turns its run loop by hand: main calls `act`, which waits in the system.
  const phone = new ScriptedPhone().idle(100 * ms);
  phone.send({ type: 'messageBegin', thread: 1, atUs: PHONE_START_US + phone.elapsedUs, target: 0, callback: 0, what: 0 });
  phone.prepare(300 * ms, ['Shop 70', 'Shop 80', 'kernel 5'], { busy: 0 });
  phone.send({ type: 'messageEnd', thread: 1, atUs: PHONE_START_US + phone.elapsedUs, target: 0, callback: 0, what: 0 });
  assert.deepEqual(lagsOf(phone.idle(100 * ms)).map(lagLine), ['turn 100 300 .Shop + 0x50:0']);
});

test('many short turns without a rest are one lag, and turns that rest are none', () => {
  // 800 turns of 0.4 ms with 0.1 ms of sleep between: 400 - 0.1 ms. Then 100 of 8 ms with 8 ms of rest.
  const phone = new ScriptedPhone().idle(200 * ms);
  for (let index = 0; index < 800; index++) {
    phone.turn(400, ['Debug 100', 'Debug 110']);
    if (index < 799) phone.idle(100);
  }
  phone.idle(500 * ms);
  for (let index = 0; index < 100; index++) phone.turn(8 * ms, ['Debug 100']).idle(8 * ms);
  assert.deepEqual(lagsOf(phone).map(lagLine), ['turns 200 399.9 .Shop.debug.dylib + 0x6e:0']);
});

test('time is busy, blocked or unknown by CPU and state, and what is waited for is reported with who holds it', () => {
  // 200 ms on CPU, then 300 ms in a lock that the thread `db` holds, which writes meanwhile.
  const phone = new ScriptedPhone().idle(300 * ms).other(['Debug 500', 'kernel 20'], undefined, 8);
  phone.turn(500 * ms, [], {
    parts: [
      { us: 200 * ms, stack: ['Debug 100'] },
      { us: 300 * ms, stack: ['Debug 120', 'kernel 5'], busy: 0, state: 7 },
    ],
  });
  phone.waited(300 * ms, 'pthread_mutex_lock', '0x1040', { owner: 2 }).idle(200 * ms);
  const [lag] = lagsOf(phone);
  assert.ok(lag);
  assert.ok(Math.abs(lag.busyUs - 200 * ms) <= 5 * ms, `${lag.busyUs}`);
  assert.ok(Math.abs(lag.blockedUs - 300 * ms) <= 5 * ms, `${lag.blockedUs}`);
  assert.equal(lag.culprit?.method, 'Shop.debug.dylib + 0x78');
  const { ownerNode = 0, ...wait } = lag.waitsOn ?? {};
  assert.deepEqual(wait, { function: 'pthread_mutex_lock', objectClass: '0x1040', ownerThread: 1 });
  const { model } = new AnalyzedApp().replay(phone.messages);
  // The owner's own frame, not the system's below it.
  assert.equal(model.methods[model.nodes.method[ownerNode] ?? 0]?.offset, 500);
});

test('a read inside dispatch_sync explains the wait better than dispatch_sync', () => {
  // 400 ms in all, 380 of them in read.
  const phone = new ScriptedPhone().idle(100 * ms).turn(390 * ms, ['Debug 100', 'kernel 5'], { busy: 0, endless: true });
  phone.waited(380 * ms, 'read', '/var/mobile/feed.json');
  phone.waited(390 * ms, 'dispatch_sync', 'com.example.db');
  const [lag] = lagsOf(phone);
  assert.deepEqual([lag?.waitsOn?.function, lag?.waitsOn?.objectClass], ['read', '/var/mobile/feed.json']);
});

test('where nothing shows what a thread did, calls that waited do', () => {
  // Native code of which no clock tells, for 300 ms, of which fsync took 120.
  const phone = new ScriptedPhone()
    .idle(100 * ms)
    .turn(300 * ms, ['Debug 100'])
    .waited(120 * ms, 'fsync', '')
    .idle(100 * ms);
  const unknown = phone.messages.map((message) =>
    message.type === 'sample' || message.type === 'run' ? { ...message, state: 5, cpuUs: undefined } : message,
  );
  const [lag] = new AnalyzedApp().replay(unknown).detector.lags;
  assert.ok(Math.abs((lag?.blockedUs ?? 0) - 120 * ms) <= 5 * ms, `${lag?.blockedUs}`);
  assert.ok(Math.abs((lag?.unknownUs ?? 0) - 180 * ms) <= 5 * ms, `${lag?.unknownUs}`);
});

test('a lag lives from the moment it crosses, and grows until it is over', () => {
  const phone = new ScriptedPhone()
    .idle(300 * ms)
    .turn(2_500 * ms, ['Debug 100'])
    .idle(100 * ms);
  const { model, detector } = new AnalyzedApp();
  const lengths: number[] = [];
  const numbers = new Set<number | undefined>();
  for (const message of phone.messages) {
    model.apply(message);
    if (!detector.update()) continue;
    const [lag] = detector.lags;
    if (lag === undefined) continue;
    lengths.push((lag.endUs - lag.beginUs) / ms);
    numbers.add(lag.phone?.dump);
  }
  assert.ok((lengths[0] ?? 0) > 100 && (lengths[0] ?? 0) <= 140, `${lengths[0]}`);
  assert.ok(lengths.length > 50);
  assert.deepEqual(
    [...lengths].sort((a, b) => a - b),
    lengths,
  );
  assert.equal(lengths.at(-1), 2_500);
  // Without a number up to two seconds, a block of main from then on.
  assert.deepEqual([...numbers], [undefined, 2001]);
});

test('numbers: in the foreground, in the background, with many threads, and when the app died of it', () => {
  const block = (phone: ScriptedPhone): ScriptedPhone => phone.turn(2_100 * ms, ['Debug 100']);
  const numbers = (phone: ScriptedPhone, more: readonly Message[] = []): readonly unknown[] =>
    lagsOf(phone, more).map((lag) => lag.phone?.dump);
  assert.deepEqual(numbers(block(new ScriptedPhone().phase('active').idle(100 * ms)).idle(100 * ms)), [2001]);
  assert.deepEqual(numbers(block(new ScriptedPhone().phase('background').idle(100 * ms)).idle(100 * ms)), [2002]);
  assert.deepEqual(
    numbers(
      block(new ScriptedPhone().idle(100 * ms))
        .counters({ threads: 65 })
        .idle(100 * ms),
    ),
    [2009],
  );
  assert.deepEqual(
    numbers(
      block(new ScriptedPhone().idle(100 * ms))
        .counters({ threads: 64 })
        .idle(100 * ms),
    ),
    [2001],
  );
  const dying = new ScriptedPhone().idle(100 * ms).turn(2_100 * ms, ['Debug 100'], { endless: true });
  const gone: readonly Message[] = [
    { type: 'gap', atUs: PHONE_START_US + dying.elapsedUs, why: 'closed' },
    { type: 'processEnd', atUs: PHONE_START_US + dying.elapsedUs, why: 'The process ended.' },
  ];
  assert.deepEqual(numbers(dying, gone), [2010]);
  // The link alone says nothing about the app.
  assert.deepEqual(numbers(dying, gone.slice(0, 1)), [2001]);
});

test('a suspension is no hang, whether the agent reports it or its clock jumps', () => {
  // 30 s asleep in the middle of a turn of 60 + 60 ms.
  const reported = new ScriptedPhone()
    .idle(100 * ms)
    .phase('background')
    .turn(60 * ms, ['Debug 100'], { endless: true });
  reported
    .phase('stopped')
    .still(30 * second)
    .phase('goesOn');
  const jump = new ScriptedPhone()
    .idle(100 * ms)
    .turn(60 * ms, ['Debug 100'], { endless: true })
    .still(30 * second);
  for (const phone of [reported, jump]) {
    const end: Message = {
      type: 'messageEnd',
      thread: 1,
      atUs: PHONE_START_US + phone.elapsedUs + 60 * ms,
      target: 0,
      callback: 0,
      what: 0,
    };
    assert.deepEqual(lagsOf(phone, [end]).map(lagLine), []);
  }
});

test('what main did before it was suspended is a lag up to there, and it grows no more', () => {
  const phone = new ScriptedPhone()
    .idle(100 * ms)
    .phase('background')
    .turn(400 * ms, ['Debug 100'], { endless: true });
  phone.phase('stopped').still(20 * second);
  const [lag, ...more] = lagsOf(phone);
  assert.equal(more.length, 0);
  assert.deepEqual([lag?.open, lag?.cut], [false, true]);
  // Ticks come every 40 ms here (35 ms or more, at samples of 5 ms), and the last one before the stop is what is known.
  const lengthUs = (lag?.endUs ?? 0) - (lag?.beginUs ?? 0);
  assert.ok(lengthUs > 360 * ms && lengthUs <= 400 * ms, `${lengthUs}`);
  assert.equal(lag?.phone?.isBackground, true);
  // Back again it goes on for 50 ms: the lag is the 400 ms up to the stop.
  phone.phase('goesOn');
  const end: Message = { type: 'messageEnd', thread: 1, atUs: PHONE_START_US + phone.elapsedUs + 50 * ms, target: 0, callback: 0, what: 0 };
  assert.deepEqual(lagsOf(phone, [end]).map(lagLine), ['turn 100 400 .Shop.debug.dylib + 0x64:0']);
});

test('a debugger that holds the app for three seconds makes no lag', () => {
  const phone = new ScriptedPhone()
    .phase('debugger')
    .idle(100 * ms)
    .turn(50 * ms, ['Debug 100'], { endless: true })
    .still(3 * second);
  const end: Message = { type: 'messageEnd', thread: 1, atUs: PHONE_START_US + phone.elapsedUs + 40 * ms, target: 0, callback: 0, what: 0 };
  assert.deepEqual(lagsOf(phone, [end]).map(lagLine), []);
});

test('a turn whose end was lost ends where main was last seen at work', () => {
  const phone = new ScriptedPhone()
    .idle(100 * ms)
    .turn(50 * ms, ['Debug 100'], { endless: true })
    .idle(3 * second)
    .turn(5 * ms, ['Debug 100']);
  assert.deepEqual(lagsOf(phone.idle(100 * ms)).map(lagLine), []);
});

test('main that waits for events is idle in the timeline, and nobody else is', () => {
  // 0.3 s idle, 0.2 s on CPU, 0.2 s in the kernel, 0.3 s idle.
  const phone = new ScriptedPhone().turn(1 * ms, ['Debug 1']).idle(300 * ms);
  phone.turn(400 * ms, [], {
    parts: [
      { us: 200 * ms, stack: ['Debug 100'] },
      { us: 200 * ms, stack: ['Debug 120', 'kernel 5'], busy: 0 },
    ],
  });
  phone.idle(300 * ms);
  const { model } = new AnalyzedApp().replay(phone.messages);
  const [main] = model.threads;
  assert.ok(main);
  const parts = Math.floor(model.nowUs / ms);
  const shares = threadStates(model, main).shares(0, parts * ms, parts);
  const sums = new Float64Array(ACTIVITIES);
  for (const [at, share] of shares.entries()) sums[at % ACTIVITIES] = (sums[at % ACTIVITIES] ?? 0) + share * ms;
  // The last 40 ms may not be reported yet.
  const expected = { idle: 600 * ms, running: 200 * ms, waiting: 200 * ms, blocked: 0, pause: 0, unknown: 0 };
  for (const [name, us] of Object.entries(expected)) {
    const actualUs = Object.entries(threadActivity).reduce((sum, [each, activity]) => (each === name ? (sums[activity] ?? 0) : sum), 0);
    assert.ok(Math.abs(actualUs - us) <= 40 * ms, `${name}: ${actualUs}`);
  }
});

test('a turn while the finger is down says so', () => {
  const phone = new ScriptedPhone()
    .idle(100 * ms)
    .turn(150 * ms, ['Debug 100'], { mode: TRACKING_MODE })
    .idle(100 * ms);
  assert.equal(lagsOf(phone)[0]?.phone?.mode, TRACKING_MODE);
});
