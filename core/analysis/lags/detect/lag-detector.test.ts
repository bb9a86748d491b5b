import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, detectorAfter, idle, lagLine, lagsOf, message, ms, pause } from '../../../../tests/core/analyzed-app.ts';
import { seededRandom } from '../../../../tests/core/sample-stream.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from '../../../../tests/core/scripted-app.ts';
import type { Message } from '../../../wire/schema.ts';
import { bandOf, DEFAULT_THRESHOLD_US } from '../lag.ts';

const decode = ['com.example.Feed.show:10', 'com.example.Decoder.decode:20'];

test('a long message is a lag with exactly its borders, and the work that queued up behind it is no lag', () => {
  // Idle to 500 ms, 600 ms of decoding, then a backlog of 6 frames of 15 ms with 0.1 ms between: 90.6 ms, never idle.
  const backlog = Array.from({ length: 6 }, () => [pause, message(15 * ms, 'com.example.Feed.draw:30')]);
  const lags = lagsOf([idle(500 * ms), message(600 * ms, ...decode), ...backlog.flat(), idle(400 * ms)]);
  assert.deepEqual(lags.map(lagLine), ['message 500 600 com.example.Decoder.decode:20']);
  assert.equal(lags[0]?.band, 'hang');
});

test('a message exactly as long as the threshold is no lag, one longer by a microsecond is', () => {
  const lengths = [100 * ms, 100 * ms + 1].map((us) => lagsOf([idle(250 * ms), message(us, ...decode), idle(250 * ms)]).length);
  assert.deepEqual(lengths, [0, 1]);
});

test('each band begins with its bound: 250 ms, 1 s, and the 5 s of an ANR', () => {
  assert.equal(DEFAULT_THRESHOLD_US, 100 * ms);
  const bounds = [16_000, 249_999, 250_000, 999_999, 1_000_000, 4_999_999, 5_000_000];
  assert.deepEqual(bounds.map(bandOf), ['hitch', 'hitch', 'hang', 'hang', 'longHang', 'longHang', 'anr']);
});

test('one message after the other without a pause is a storm from the first to the last, blamed on the commonest app frame', () => {
  // 1,500 messages of 0.2 ms with 0.1 ms between: 1500 * 0.3 - 0.1 = 449.9 ms. Every third is drawn, the others price.
  const deeds = Array.from({ length: 1_500 }, (_, index) => [
    message(200, ...(index % 3 === 0 ? ['com.example.Feed.draw:30'] : ['com.example.Price.onChange:5', 'com.example.Price.average:9'])),
    pause,
  ]);
  const lags = lagsOf([idle(250 * ms), ...deeds.flat().slice(0, -1), idle(300 * ms)]);
  assert.deepEqual(lags.map(lagLine), ['storm 250 449.9 com.example.Price.average:9']);
});

test('a method is blamed by its hottest line that is known, though most of its time had none', () => {
  const deeds = Array.from({ length: 900 }, (_, index) => [message(200, `com.example.Price.average:${index % 3 === 0 ? 9 : 0}`), pause]);
  const lags = lagsOf([idle(250 * ms), ...deeds.flat().slice(0, -1), idle(300 * ms)]);
  assert.deepEqual(lags.map(lagLine), ['storm 250 269.9 com.example.Price.average:9']);
});

test('frames that leave main a moment of rest are no storm, however many', () => {
  // 120 frames of 15 ms in 16.7 ms: 1.7 ms of rest in each, which samples of 10 ms mostly miss.
  const deeds = Array.from({ length: 120 }, () => [message(15 * ms, 'com.example.Feed.draw:30'), idle(1_700)]);
  assert.deepEqual(lagsOf([idle(100 * ms), ...deeds.flat()]), []);
  // Earlier work is another period: main was idle between.
  assert.deepEqual(lagsOf([message(15 * ms, 'com.example.Feed.draw:30'), idle(10_000 * ms), ...deeds.flat()]), []);
});

test('an idle handler has no message; its borders are the message before it and the next sample', () => {
  const lags = lagsOf([
    idle(200 * ms),
    message(3 * ms, 'com.example.Feed.draw:30'),
    pause,
    { kind: 'idleHandler', us: 300 * ms, stack: ['com.example.Index.queueIdle:7', 'com.example.Index.build:12'] },
    idle(200 * ms),
  ]);
  // From 203 ms (end of the message) to 503.1 ms; the first idle sample is at most 10 ms later, the last busy one 10 ms before.
  const [lag] = lags;
  assert.equal(lags.length, 1);
  assert.equal(lag?.kind, 'idleHandler');
  assert.equal(lag?.beginUs, 203 * ms);
  assert.ok(Math.abs((lag?.endUs ?? 0) - 503.1 * ms) <= 5 * ms, `${lag?.endUs}`);
  assert.equal(lag?.culprit?.method, 'build');
});

for (const release of ['11', '14', '16'] as const) {
  test(`input is handled inside nativePollOnce (Android ${release})`, () => {
    const lags = lagsOf(
      [
        idle(123 * ms),
        { kind: 'input', us: 250 * ms, stack: ['com.example.Touch.onTouch:3', 'com.example.Product.resample:44'] },
        idle(200 * ms),
      ],
      { release },
    );
    const [lag] = lags;
    assert.equal(lags.length, 1);
    assert.equal(lag?.kind, 'input');
    assert.ok(Math.abs((lag?.beginUs ?? 0) - 123 * ms) <= 5 * ms, `${lag?.beginUs}`);
    assert.ok(Math.abs((lag?.endUs ?? 0) - 373 * ms) <= 5 * ms, `${lag?.endUs}`);
    assert.equal(lag?.culprit?.line, 44);
  });
}

test('native work inside nativePollOnce is a lag without a Java culprit, and sleeping there is no lag', () => {
  const lags = lagsOf([message(1 * ms), idle(700 * ms), { kind: 'native', us: 400 * ms }, idle(3_000 * ms), message(1 * ms)]);
  assert.equal(lags.length, 1);
  const [lag] = lags;
  assert.equal(lag?.kind, 'nativeWork');
  assert.equal(lag?.culprit, undefined);
  // Off by the 35 ms after which a run that used CPU is reported again, and one interval.
  assert.ok(Math.abs((lag?.beginUs ?? 0) - 701 * ms) <= 45 * ms, `${lag?.beginUs}`);
  assert.ok(Math.abs((lag?.endUs ?? 0) - 1_101 * ms) <= 45 * ms, `${lag?.endUs}`);
});

test('an app that is idle or lightly at work for a minute has no lag', () => {
  const deeds = Array.from({ length: 3_600 }, (_, index) => [message((2 + (index % 5)) * ms, 'com.example.Feed.draw:30'), idle(12 * ms)]);
  assert.deepEqual(lagsOf(deeds.flat()), []);
});

test('a lag lives from the moment it crosses, grows, and closes with its true length; its id stays', () => {
  const messages = scriptedApp([idle(300 * ms), message(500 * ms, ...decode), idle(300 * ms)]);
  const { model, detector } = new AnalyzedApp();
  const states: string[] = [];
  for (const fact of messages) {
    model.apply(fact);
    if (!detector.update()) continue;
    assert.ok(detector.lags.length <= 1);
    states.push(...detector.lags.map((lag) => `${lag.id} ${lag.open ? 'open' : 'closed'} ${(lag.endUs - lag.beginUs) / ms}`));
  }
  const [first = ''] = states;
  // Ticks come every 40 ms here (35 ms or more, at samples of 10 ms): the first beyond 100 ms is at most 40 ms later.
  const crossedMs = Number(first.split(' ')[2]);
  assert.ok(crossedMs > 100 && crossedMs <= 140, first);
  assert.ok(states.slice(0, -1).filter((state) => state.includes(' open ')).length >= 8, `${states}`);
  assert.equal(states.at(-1)?.split(' ').slice(1).join(' '), 'closed 500');
  assert.equal(new Set(states.map((state) => state.split(' ')[0])).size, 1);
});

test('a link that falls silent or breaks makes no lag: it grows no more, and is cut where the link broke', () => {
  const begun = scriptedApp([idle(300 * ms), message(150 * ms, ...decode)]).slice(0, -1);
  const { model, detector } = new AnalyzedApp(50 * ms).replay(begun);
  const [open] = detector.lags;
  assert.equal(open?.open, true);
  assert.equal(detector.update(), false, 'nothing came, nothing changed');
  model.apply({ type: 'gap', atUs: SCRIPT_START_US + 9_000 * ms, why: 'cable out' });
  detector.update();
  const [cut] = detector.lags;
  assert.deepEqual([cut?.open, cut?.cut, cut?.endUs], [false, true, open?.endUs]);
});

test('a message whose end was lost ends when main is seen idle', () => {
  // The end of the second message is taken out; main sleeps for 2 s after it.
  const messages = scriptedApp([
    idle(100 * ms),
    message(5 * ms),
    idle(100 * ms),
    message(30 * ms, ...decode),
    idle(2_000 * ms),
    message(5 * ms),
  ]);
  const ends = messages.flatMap((fact, index) => (fact.type === 'messageEnd' ? [index] : []));
  const lags = detectorAfter(messages.filter((_, index) => index !== ends[1])).lags;
  assert.deepEqual(lags.map(lagLine), []);
});

test('a fact that comes seconds late is judged all the same', () => {
  const messages = scriptedApp([idle(103 * ms), message(307 * ms, ...decode), idle(4_000 * ms)]);
  const late = messages.filter(({ type }) => type === 'messageBegin' || type === 'messageEnd');
  const { model, detector } = new AnalyzedApp();
  for (const fact of messages) {
    if (!late.includes(fact)) model.apply(fact);
    detector.update();
  }
  // By samples alone, seen from 105 to 405 ms; by the message's own borders afterwards.
  assert.deepEqual(
    detector.lags.map(({ kind }) => kind),
    ['message'],
  );
  assert.notEqual(detector.lags[0]?.beginUs, 103 * ms);
  for (const fact of late) model.apply(fact);
  detector.update();
  assert.deepEqual(detector.lags.map(lagLine), ['message 103 307 com.example.Decoder.decode:20']);
});

test('another threshold judges the same facts again, live and afterwards', () => {
  const detector = detectorAfter(
    scriptedApp([idle(100 * ms), message(60 * ms, ...decode), idle(100 * ms), message(300 * ms, ...decode), idle(100 * ms)]),
  );
  assert.deepEqual(detector.lags.map(lagLine), ['message 260 300 com.example.Decoder.decode:20']);
  detector.setThreshold(50 * ms);
  assert.deepEqual(
    detector.lags.map(({ beginUs, band }) => [beginUs, band]),
    [
      [100 * ms, 'hitch'],
      [260 * ms, 'hang'],
    ],
  );
  detector.setThreshold(400 * ms);
  assert.deepEqual(detector.lags, []);
});

test('time is split into busy, blocked and pauses of the garbage collector, and the parts make up the lag', () => {
  // 400 ms: 200 on CPU, then 200 waiting for a lock that another thread holds; a pause of 50 ms while it waits.
  const deeds: readonly Deed[] = [
    idle(100 * ms),
    {
      kind: 'message',
      us: 400 * ms,
      parts: [
        { us: 200 * ms, stack: decode },
        { us: 200 * ms, stack: ['com.example.Cart.count:7'], busy: 0, state: 1 },
      ],
    },
    idle(3_000 * ms),
  ];
  const lock = SCRIPT_START_US + 300 * ms;
  const extra: readonly Message[] = [
    { type: 'string', id: 900, text: 'java.lang.Object' },
    { type: 'thread', thread: 2, tid: 0, name: 'bg-db', group: 'main', flags: 0, atUs: SCRIPT_START_US },
    { type: 'waitBegin', thread: 1, atUs: lock, kind: 1, object: 900 },
    { type: 'gcBegin', atUs: lock + 10 * ms },
    { type: 'gcEnd', atUs: lock + 60 * ms },
    { type: 'waitOwner', thread: 1, atUs: lock + 70 * ms, owner: 2, ownerNode: 1, waiters: 1, object: 900 },
    { type: 'waitEnd', thread: 1, atUs: lock + 200 * ms },
  ];
  const [lag] = detectorAfter([...scriptedApp(deeds), ...extra]).lags;
  assert.ok(lag);
  assert.equal(lag.gcUs, 50 * ms);
  assert.equal(lag.unknownUs, 0);
  assert.ok(Math.abs(lag.busyUs - 200 * ms) <= 5 * ms, `${lag.busyUs}`);
  assert.ok(Math.abs(lag.blockedUs - 150 * ms) <= 5 * ms, `${lag.blockedUs}`);
  assert.ok(Math.abs(lag.busyUs + lag.blockedUs + lag.unknownUs + lag.gcUs - 400 * ms) < 1e-3);
  assert.deepEqual(lag.waitsOn, { objectClass: 'java.lang.Object', isLock: true, ownerThread: 1, ownerNode: 1 });
});

test('without a CPU clock the states decide', () => {
  const lags = lagsOf(
    [
      idle(100 * ms),
      message(300 * ms, ...decode),
      idle(100 * ms),
      { kind: 'message', us: 200 * ms, stack: ['com.example.Cart.count:7'], state: 4 },
      idle(300 * ms),
    ],
    { cpu: false },
  );
  assert.deepEqual(
    lags.map(({ busyUs, blockedUs, unknownUs }) => [busyUs, blockedUs, unknownUs].map((us) => Math.round(us / (20 * ms)))),
    [
      [15, 0, 0],
      [0, 10, 0],
    ],
  );
});

for (const release of ['11', '14', '16'] as const) {
  test(`without a hook samples alone show a long message, a storm, an idle handler and rest (Android ${release})`, () => {
    const storm = Array.from({ length: 800 }, (_, index) => [message(300, `com.example.Price.onChange${index % 40}:5`), pause]).flat();
    const frames = Array.from({ length: 60 }, (_, index) => [
      message(6 * ms, `com.example.Feed.draw${index % 3}:30`),
      idle(10 * ms),
    ]).flat();
    const lags = lagsOf(
      [
        idle(300 * ms),
        message(600 * ms, ...decode),
        idle(300 * ms),
        ...storm,
        idle(300 * ms),
        { kind: 'idleHandler', us: 200 * ms, stack: ['com.example.Index.queueIdle:7'] },
        idle(300 * ms),
        ...frames,
      ],
      { hook: false, release },
    );
    // 600 ms; 800 * 0.4 = 320 ms; 200 ms: each border is off by half an interval at most.
    assert.deepEqual(
      lags.map(({ kind, beginUs, endUs }) => [kind, Math.round((endUs - beginUs) / (20 * ms))]),
      [
        ['message', 30],
        ['storm', 16],
        ['idleHandler', 10],
      ],
    );
  });
}

test('a program without an Android looper has no lags, whatever it does', () => {
  const deeds: readonly Deed[] = [
    { kind: 'outside', us: 3_000 * ms, stack: ['com.example.Batch.run:10'] },
    { kind: 'outside', us: 2_000 * ms, stack: ['com.example.Batch.accept:20'], busy: 0, state: 5 },
  ];
  assert.deepEqual(lagsOf(deeds), []);
});

test('who runs the looper is not responsible for what happens in it', () => {
  // On a desktop the app's own main method calls Looper.loop.
  const lags = lagsOf([idle(100 * ms), message(200 * ms, 'java.util.Sort.sort:3'), idle(100 * ms)], { main: 'com.example.Main.main:11' });
  assert.deepEqual(lags.map(lagLine), ['message 100 200 -']);
});

test('two long messages one after the other are two lags', () => {
  const lags = lagsOf([idle(100 * ms), message(200 * ms, ...decode), pause, message(300 * ms, ...decode), idle(300 * ms)]);
  assert.deepEqual(lags.map(lagLine), ['message 100 200 com.example.Decoder.decode:20', 'message 300.1 300 com.example.Decoder.decode:20']);
});

test('a message is named by its handler and callback', () => {
  const [lag] = lagsOf([
    idle(50 * ms),
    { ...message(200 * ms, ...decode), target: 'android.os.Handler', callback: 'com.example.Feed$1' },
    idle(50 * ms),
  ]);
  assert.deepEqual([lag?.target, lag?.callback, lag?.what], ['android.os.Handler', 'com.example.Feed$1', 0]);
});

test('the same lags come out of a stream in any pieces', () => {
  const random = seededRandom(5);
  const kinds = ['idle', 'message', 'message', 'message', 'idleHandler', 'input', 'native', 'queue'] as const;
  const deeds = Array.from({ length: 1_500 }, (): Deed => {
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'idle';
    return {
      kind,
      us: 50 + Math.floor(random() ** 6 * 400 * ms),
      stack: [`com.example.A.a${Math.floor(random() * 9)}:3`],
      busy: kind === 'idle' ? 0 : random(),
    };
  });
  const messages = scriptedApp([...deeds, idle(50 * ms)]);
  // A link that breaks in the middle, and facts that come late, as from a ring that is drained once a round.
  messages.splice(messages.length >> 1, 0, { type: 'gap', atUs: 0, why: 'cable out' });
  for (let at = 10; at < messages.length - 5; at += 7) {
    const [fact] = messages.slice(at, at + 1);
    if (fact?.type === 'messageBegin' || fact?.type === 'messageEnd') messages.splice(at + 1, 0, ...messages.splice(at, 1));
  }
  const whole = detectorAfter(messages).lags;
  assert.ok(whole.length > 50, `${whole.length}`);
  for (let round = 0; round < 6; round++) {
    const { model, detector } = new AnalyzedApp();
    for (const fact of messages) {
      model.apply(fact);
      if (random() < 0.5 ** (round * 2)) detector.update();
    }
    detector.update();
    assert.deepEqual(detector.lags, whole);
  }
});
