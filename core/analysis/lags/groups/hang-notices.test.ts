import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, message, ms } from '../../../../tests/core/analyzed-app.ts';
import { deadlockedPhone, deadlockNames, phoneTick } from '../../../../tests/core/deadlocked-phone.ts';
import { scriptedApp } from '../../../../tests/core/scripted-app.ts';
import { type ScriptedWait, scriptedLocks } from '../../../../tests/core/scripted-locks.ts';
import { nameOf, ScriptedPhone } from '../../../../tests/core/scripted-phone.ts';
import type { Message } from '../../../wire/schema.ts';
import type { Lag } from '../lag.ts';
import { HangNotices, isHang } from './hang-notices.ts';

const second = 1_000 * ms;
const noClasses = { packages: [], prefixes: [] };

const names = [nameOf('Debug 10', 'FeedView.load', '/src/FeedView.swift', 7), nameOf('Debug 20', 'Cart.total', '/src/Cart.swift', 9)];

/** An app whose lags are looked at about once a second, by somebody who does not see them. */
class Watched {
  readonly app = new AnalyzedApp();
  readonly notices = new HangNotices(this.app.model);
  #taken = 0;

  /** Takes in what was reported since the last look; what is announced, as `culprit milliseconds`. */
  check(messages: readonly Message[], isWatched = false): string | undefined {
    // Symbols are there at once, of what has been seen by then.
    this.app.replay([...messages.slice(this.#taken), ...names]);
    this.#taken = messages.length;
    const notice = this.notices.check(this.app.detector.lags, this.app.model.nowUs, isWatched, noClasses);
    return notice && `${notice.culprit} ${Math.round((notice.lag.endUs - notice.lag.beginUs) / ms)}${notice.lag.open ? ' so far' : ''}`;
  }
}

const load = 'Debug 10';

function phone(): ScriptedPhone {
  return new ScriptedPhone().idle(second);
}

test('a hang is reported once, when it is over and its length is known', () => {
  const watched = new Watched();
  const script = phone()
    .turn(1_640 * ms, [load])
    .idle(300 * ms);
  assert.equal(watched.check(script.messages), 'FeedView.load 1640');
  assert.equal(watched.check(script.idle(second).messages), undefined);
  assert.equal(watched.check(script.idle(second).messages), undefined);
});

test('one that lasts is reported from two seconds on, and not again when it is over', () => {
  const watched = new Watched();
  const script = phone().turn(1_900 * ms, [load], { endless: true });
  assert.equal(watched.check(script.messages), undefined);
  // The last sample of each part is 2.5 ms before its end; what is open lasts as far as the agent has reported, every 35 ms.
  assert.match(watched.check(script.prepare(second, [load]).messages) ?? '', /^FeedView\.load 2[89]\d\d so far$/);
  const { elapsedUs } = script;
  script.send({ type: 'messageEnd', thread: 1, atUs: 2_000_000_000 + elapsedUs, target: 1, callback: 0, what: 0 });
  assert.equal(watched.check(script.idle(second).messages), undefined);
});

test('the same hang again is not reported again, another one is, and the first is news after a minute without any', () => {
  const watched = new Watched();
  const script = phone().turn(1_300 * ms, [load]);
  assert.equal(watched.check(script.idle(second).messages), 'FeedView.load 1300');
  // Below the responsible frame the stack may differ.
  assert.equal(watched.check(script.turn(1_400 * ms, [load, 'UIKit 9']).idle(3 * second).messages), undefined);
  assert.equal(watched.check(script.turn(1_500 * ms, ['Debug 20']).idle(8 * second).messages), 'Cart.total 1500');
  assert.equal(watched.check(script.turn(1_500 * ms, ['Debug 20']).idle(second).messages), undefined);
  assert.equal(watched.check(script.idle(59 * second).messages), undefined);
  assert.equal(
    watched.check(
      script
        .idle(second)
        .turn(1_350 * ms, ['Debug 20'])
        .idle(second).messages,
    ),
    'Cart.total 1350',
  );
});

test('of several since the last look the longest is reported, and the others never', () => {
  const watched = new Watched();
  const script = phone()
    .turn(1_300 * ms, [load])
    .idle(100 * ms)
    .turn(1_450 * ms, ['Debug 20'])
    .idle(100 * ms)
    .turn(1_260 * ms, [load]);
  assert.equal(watched.check(script.idle(second).messages), 'Cart.total 1450');
  assert.equal(watched.check(script.idle(2 * second).messages), undefined);
});

test('what the reader saw on the page is not reported later', () => {
  const watched = new Watched();
  const script = phone()
    .turn(1_640 * ms, [load])
    .idle(300 * ms);
  assert.equal(watched.check(script.messages, true), undefined);
  assert.equal(watched.check(script.idle(second).messages), undefined);
  assert.equal(watched.check(script.turn(1_300 * ms, [load]).idle(second).messages), 'FeedView.load 1300');
});

test('a hang of Android names the app’s own frame by the package of its id', () => {
  const watched = new Watched();
  const script = scriptedApp([
    idle(100 * ms),
    message(1_400 * ms, 'com.example.Feed.load:7', 'android.graphics.Bitmap.copy:70'),
    idle(second),
  ]);
  assert.equal(watched.check(script), 'Feed.load 1400');
});

test('a hang in code that symbols have not named yet waits two seconds for that', () => {
  const watched = new Watched();
  const script = phone().turn(1_640 * ms, ['Debug 30']);
  assert.equal(watched.check(script.idle(second).messages), undefined);
  assert.equal(watched.check(script.idle(1_100 * ms).messages), 'Shop.debug.dylib + 0x1e 1640');
});

test('a hang in which nobody looked at main has no stack, and says nothing', () => {
  const watched = new Watched();
  watched.app.replay(
    phone()
      .turn(1_640 * ms, [load])
      .idle(300 * ms).messages,
  );
  const lags = watched.app.detector.lags.map((lag) => ({ ...lag, thread: 1 }));
  assert.equal(watched.notices.check(lags, second, false, noClasses), undefined);
});

test('a hang is what kept main for long, not what cost battery or came late on the screen', () => {
  const [lag] = new AnalyzedApp().replay(
    phone()
      .turn(300 * ms, [load])
      .idle(second).messages,
  ).detector.lags;
  assert.ok(lag);
  const is = (us: number, changes: Partial<Lag> = {}): boolean => isHang({ ...lag, endUs: lag.beginUs + us, ...changes });
  // From 1 s at its end. Matrix: more than 2 s while it lasts, and for launches.
  assert.deepEqual([is(999 * ms), is(second)], [false, true]);
  assert.deepEqual([is(2 * second, { open: true }), is(2_001 * ms, { open: true })], [false, true]);
  assert.deepEqual([is(1_999 * ms, { kind: 'launch' }), is(2_001 * ms, { kind: 'launch' })], [false, true]);
  assert.deepEqual([is(second, { kind: 'message' }), is(second, { kind: 'turns' })], [true, true]);
  assert.deepEqual([is(70 * second, { kind: 'power', band: 'load' }), is(3 * second, { kind: 'frames' })], [false, false]);
});

test('a hang in a deadlock names the threads that wait for each other', () => {
  const stacks = ['main', 'bg-db'].map((thread) => ({ thread, at: 100, stack: ['com.example.Feed.show', 'com.example.Repo.save'] }));
  const deadlockOf = (asked: Readonly<Record<number, string>>): readonly string[] | undefined => {
    const waits: readonly ScriptedWait[] = [
      { thread: 'main', for: 'Repo', from: 100, owners: asked },
      { thread: 'bg-db', for: 'Cart', from: 200, owners: { 220: 'main' } },
    ];
    const app = new AnalyzedApp().replay(scriptedLocks(['main', 'bg-db'], waits, stacks, 3_000, { from: 100 }));
    return new HangNotices(app.model).check(app.detector.lags, app.model.nowUs, false, noClasses)?.deadlock;
  };
  assert.deepEqual(deadlockOf({ 120: 'bg-db', 320: 'bg-db' }), ['main', 'bg-db']);
  assert.deepEqual(deadlockOf({ 120: 'bg-db' }), [], 'the lock may have been released since');
});

test('a hang in a deadlock of iOS names its threads while it lasts', () => {
  const deadlockOf = (phone: ScriptedPhone): readonly string[] | undefined => {
    const app = new AnalyzedApp().replay([...phone.messages, ...deadlockNames, phoneTick(4_000)]);
    return new HangNotices(app.model).check(app.detector.lags, app.model.nowUs, false, noClasses)?.deadlock;
  };
  assert.deepEqual(deadlockOf(deadlockedPhone()), ['main', 'db']);
  assert.deepEqual(deadlockOf(deadlockedPhone({ isMainAsked: false })), []);
});
