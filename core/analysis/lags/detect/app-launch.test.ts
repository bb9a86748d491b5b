import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, lagLine, ms } from '../../../../tests/core/analyzed-app.ts';
import { ScriptedPhone } from '../../../../tests/core/scripted-phone.ts';
import type { Message } from '../../../wire/schema.ts';
import type { Lag } from './lag-detector.ts';

const second = 1_000 * ms;

function lagsOf({ messages }: ScriptedPhone, more: readonly Message[] = []): readonly Lag[] {
  const live = new AnalyzedApp().take(...messages, ...more).detector.lags;
  assert.deepEqual(new AnalyzedApp().replay([...messages, ...more]).detector.lags, live);
  return live;
}

/** 300 ms before the agent, 600 ms in main, 1,500 ms in a first turn: 2.4 s. */
function launched(phone = new ScriptedPhone()): ScriptedPhone {
  phone.phase('started', 300 * ms).phase('loaded');
  phone.prepare(600 * ms, ['Debug 10', 'Debug 20']);
  phone.turn(1_500 * ms, ['Debug 30', 'Cart 40'], { mode: 'UIInitializationRunLoopMode' });
  return phone.phase('launched', 900 * ms).phase('firstIdle');
}

test('a launch is one lag from the start of the process to the first sleep of the run loop', () => {
  const [lag, ...more] = lagsOf(
    launched()
      .phase('active')
      .idle(3 * second),
  );
  assert.equal(more.length, 0, 'its turns are part of it');
  assert.deepEqual(lag && lagLine(lag), 'launch -300 2400 .Cart + 0x28:0');
  // Matrix would have dumped it: more than two seconds.
  assert.equal(lag?.phone?.dump, 2007);
  // Nobody looked before the agent was there.
  assert.ok(Math.abs((lag?.unknownUs ?? 0) - 300 * ms) <= 10 * ms, `${lag?.unknownUs}`);
});

test('a launch is shown while it lasts', () => {
  const phone = new ScriptedPhone()
    .phase('started', 300 * ms)
    .phase('loaded')
    .prepare(700 * ms, ['Debug 10']);
  const [lag] = lagsOf(phone);
  assert.deepEqual([lag?.kind, lag?.open, lag?.culprit?.method], ['launch', true, 'Shop.debug.dylib + 0xa']);
});

test('main itself is responsible for its launch only where it calls nothing of the system', () => {
  // 700 ms in the system below main, then the loop.
  const phone = new ScriptedPhone()
    .phase('started')
    .phase('loaded')
    .prepare(700 * ms, ['UIKit 1', 'UIKit 2']);
  assert.equal(
    lagsOf(
      phone
        .turn(5 * ms, [])
        .phase('firstIdle')
        .idle(100 * ms),
    )[0]?.culprit,
    undefined,
  );
  const own = new ScriptedPhone()
    .phase('started')
    .phase('loaded')
    .prepare(700 * ms, []);
  assert.equal(
    lagsOf(
      own
        .turn(5 * ms, [])
        .phase('firstIdle')
        .idle(100 * ms),
    )[0]?.culprit?.method,
    'Shop + 0x1',
  );
});

test('a prewarmed start, one in the background, a short one and one that a debugger stopped are no launch to speak of', () => {
  assert.deepEqual(
    lagsOf(launched(new ScriptedPhone().phase('prewarmed')).idle(100 * ms)).map(({ kind }) => kind),
    ['turn'],
  );
  // Started for a push message: nobody waits, neither for it nor for its turns.
  assert.deepEqual(lagsOf(launched(new ScriptedPhone().phase('background')).idle(100 * ms)), []);
  const short = new ScriptedPhone()
    .phase('started', 100 * ms)
    .phase('loaded')
    .prepare(250 * ms, ['Debug 10'])
    .phase('firstIdle');
  assert.deepEqual(lagsOf(short.idle(100 * ms)), []);
  const held = new ScriptedPhone()
    .phase('started', 100 * ms)
    .phase('loaded')
    .phase('debugger')
    .prepare(100 * ms, ['Debug 10']);
  assert.deepEqual(
    lagsOf(
      held
        .still(5 * second)
        .prepare(100 * ms, ['Debug 10'])
        .phase('firstIdle')
        .idle(100 * ms),
    ),
    [],
  );
});

test('an app that never became active was launched in the background', () => {
  // An app that is looked at says so right after its launch. 5 s later it is known that nobody did.
  const kinds = (phone: ScriptedPhone): readonly string[] => lagsOf(phone).map(({ kind }) => kind);
  assert.deepEqual(kinds(launched().idle(4 * second)), ['launch']);
  assert.deepEqual(kinds(launched().idle(6 * second)), []);
  assert.deepEqual(
    kinds(
      launched()
        .idle(1 * second)
        .phase('active')
        .idle(6 * second),
    ),
    ['launch'],
  );
});

test('an agent that came late reports no launch', () => {
  const phone = new ScriptedPhone().phase('started', 50 * second).phase('loaded');
  phone
    .turn(5 * ms, ['Debug 10'])
    .idle(1 * second)
    .turn(5 * ms, ['Debug 10'])
    .idle(4 * second);
  assert.deepEqual(lagsOf(phone), []);
});

test('a launch that ended with the app was killed', () => {
  const phone = new ScriptedPhone()
    .phase('started', 300 * ms)
    .phase('loaded')
    .prepare(2_500 * ms, ['Debug 10']);
  const [lag] = lagsOf(phone, [{ type: 'processEnd', atUs: 0, why: 'The process ended.' }]);
  assert.deepEqual([lag?.open, lag?.cut, lag?.phone?.isKilled, lag?.phone?.dump], [false, true, true, 2007]);
});

test('the launch of the next process of a session is one, too', () => {
  const first = launched().idle(1 * second);
  const again = launched()
    .idle(3 * second)
    .messages.map((message): Message => {
      if (message.type === 'process') return { ...message, run: 1 };
      const later = first.elapsedUs + 2 * second;
      if (message.type === 'hello') return { ...message, monoUs: message.monoUs + later, wallUs: message.wallUs + later };
      return 'atUs' in message ? { ...message, atUs: message.atUs + later } : message;
    });
  const lags = lagsOf(first, again);
  assert.deepEqual(
    lags.map(({ run, kind, beginUs, endUs }) => [run, kind, (endUs - beginUs) / ms]),
    [
      [0, 'launch', 2_400],
      [1, 'launch', 2_400],
    ],
  );
});
