import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Deed, type ScriptOptions, scriptedApp } from '../../tests/core/scripted-app.ts';
import { SessionModel } from '../session/model.ts';
import type { Message } from '../wire/schema.ts';
import { appClassPredicate } from './app-classes.ts';
import { type Lag, LagJudge } from './judge.ts';

const isAppClass = appClassPredicate({ packages: [], prefixes: ['com.example'] });
const ms = 1_000;

function judged(messages: readonly Message[], thresholdUs = 100 * ms): LagJudge {
  const model = new SessionModel();
  for (const message of messages) model.apply(message);
  const judge = new LagJudge(model, { thresholdUs, isAppClass });
  judge.update();
  return judge;
}

function lagsOf(deeds: readonly Deed[], options?: ScriptOptions, thresholdUs?: number): readonly Lag[] {
  return judged(scriptedApp(deeds, options), thresholdUs).lags;
}

/** A lag in one line: kind, begin and duration in milliseconds, who is to blame. */
function line({ kind, beginUs, endUs, culprit, open }: Lag): string {
  const blame = culprit === undefined ? '-' : `${culprit.class}.${culprit.method}:${culprit.line}`;
  return `${kind} ${beginUs / ms} ${(endUs - beginUs) / ms} ${blame}${open ? ' open' : ''}`;
}

const idle = (us: number): Deed => ({ kind: 'idle', us });
const message = (us: number, ...stack: string[]): Deed => ({ kind: 'message', us, stack });
/** The queue between two messages that follow each other at once. */
const pause: Deed = { kind: 'queue', us: 100 };
const decode = ['com.example.Feed.show:10', 'com.example.Decoder.decode:20'];

test('a long message is a lag with exactly its borders, and the work that queued up behind it is none', () => {
  // Idle to 500 ms, 600 ms of decoding, then a backlog of 6 frames of 15 ms with 0.1 ms between: 90.6 ms, never idle.
  const backlog = Array.from({ length: 6 }, () => [pause, message(15 * ms, 'com.example.Feed.draw:30')]);
  const lags = lagsOf([idle(500 * ms), message(600 * ms, ...decode), ...backlog.flat(), idle(400 * ms)]);
  assert.deepEqual(lags.map(line), ['message 500 600 com.example.Decoder.decode:20']);
  assert.equal(lags[0]?.band, 'hang');
});

test('one message after the other without a pause is a storm from the first to the last, blamed on the commonest app frame', () => {
  // 1,500 messages of 0.2 ms with 0.1 ms between: 1500 * 0.3 - 0.1 = 449.9 ms. Every third is drawn, the others price.
  const deeds = Array.from({ length: 1_500 }, (_, index) => [
    message(200, ...(index % 3 === 0 ? ['com.example.Feed.draw:30'] : ['com.example.Price.onChange:5', 'com.example.Price.average:9'])),
    pause,
  ]);
  const lags = lagsOf([idle(250 * ms), ...deeds.flat().slice(0, -1), idle(300 * ms)]);
  assert.deepEqual(lags.map(line), ['storm 250 449.9 com.example.Price.average:9']);
});

test('frames that leave main a moment of rest are no storm, however many', () => {
  // 120 frames of 15 ms in 16.7 ms: 1.7 ms of rest in each, which samples of 10 ms mostly miss.
  const deeds = Array.from({ length: 120 }, () => [message(15 * ms, 'com.example.Feed.draw:30'), idle(1_700)]);
  assert.deepEqual(lagsOf([idle(100 * ms), ...deeds.flat()]), []);
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

test('native work inside nativePollOnce is a lag without a Java culprit, and sleeping there is none', () => {
  const lags = lagsOf([message(1 * ms), idle(700 * ms), { kind: 'native', us: 400 * ms }, idle(3_000 * ms), message(1 * ms)]);
  assert.equal(lags.length, 1);
  const [lag] = lags;
  assert.equal(lag?.kind, 'nativeWork');
  assert.equal(lag?.culprit, undefined);
  // Off by the 35 ms after which a run that used CPU is told again, and one interval.
  assert.ok(Math.abs((lag?.beginUs ?? 0) - 701 * ms) <= 45 * ms, `${lag?.beginUs}`);
  assert.ok(Math.abs((lag?.endUs ?? 0) - 1_101 * ms) <= 45 * ms, `${lag?.endUs}`);
});

test('an app that is idle or lightly at work for a minute has no lag', () => {
  const deeds = Array.from({ length: 3_600 }, (_, index) => [message((2 + (index % 5)) * ms, 'com.example.Feed.draw:30'), idle(12 * ms)]);
  assert.deepEqual(lagsOf(deeds.flat()), []);
});
