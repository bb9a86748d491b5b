import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ms } from '../../../tests/core/analyzed-app.ts';
import { onlyCause } from '../../../tests/core/one-lag.ts';
import { nameOf, ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import type { Message } from '../../wire/schema.ts';
import { TRACKING_MODE } from '../lags/detect/late-frames.ts';
import type { Cause } from './facts/cause.ts';

/** Main is off CPU for 500 ms. */
const waiting = (): ScriptedPhone => new ScriptedPhone().idle(300 * ms).turn(500 * ms, ['UIKit 50', 'Cart 7', 'kernel 9'], { busy: 0 });

/** The same, after a sample of a thread that saves. */
const waitingBesideSaver = (state: number, ...called: readonly string[]): ScriptedPhone =>
  new ScriptedPhone()
    .idle(300 * ms)
    .other(['Cart 9', ...called], undefined, state)
    .turn(500 * ms, ['UIKit 50', 'Cart 7', 'kernel 9'], { busy: 0 });

const inSave = nameOf('Cart 9', 'Database.save()', 'Database.swift', 31);

interface Case {
  readonly phone: ScriptedPhone;
  readonly names?: readonly Message[];
  readonly text: string | RegExp;
  readonly cause: Partial<Cause>;
  /** Of the evidence. */
  readonly thread?: number;
}

const cases: Readonly<Record<string, () => Case>> = {
  'a blocking call has its function, path and length': () => ({
    phone: waiting()
      .waited(480 * ms, 'read', '/var/mobile/feed.json')
      .idle(100 * ms),
    text: 'Main waited 480 ms in read for /var/mobile/feed.json.',
    cause: { rule: 'blockingCall', explainedUs: 480 * ms, short: ['shortWaits', { kind: 'name', name: 'read feed.json' }] },
  }),
  'a blocking call names its holder, its address is left out': () => ({
    phone: waitingBesideSaver(threadState.disk)
      .waited(480 * ms, 'pthread_mutex_lock', '0x600001234', { owner: 2 })
      .idle(100 * ms),
    names: [inSave],
    text: 'Main waited 480 ms for a lock in pthread_mutex_lock. db held it in Database.save() (Database.swift:31) and waited for the disk.',
    cause: { evidence: { thread: 1, beginUs: 320 * ms, endUs: 800 * ms } },
  }),
  'a call inside another of the same function counts once': () => ({
    phone: waiting()
      .waited(200 * ms, 'read', '/feed.json')
      .waited(480 * ms, 'read', '/feed.json')
      .idle(100 * ms),
    text: 'Main waited 480 ms in read for /feed.json.',
    cause: { explainedUs: 480 * ms },
  }),
  'a launch has its length before its cause': () => ({
    // 100 ms before the agent, 600 ms in main, 100 ms in a first turn: 700 of 800 ms are work, 600 ms of it in one method.
    phone: new ScriptedPhone()
      .phase('started', 100 * ms)
      .phase('loaded')
      .prepare(600 * ms, ['Cart 7'])
      .turn(100 * ms, ['Debug 1'])
      .phase('firstIdle')
      .idle(3_000 * ms),
    names: [nameOf('Cart 7', 'Cart.load()', 'Cart.swift', 12)],
    text: /^Launch took 80\d ms\. Busy: 8[678] % of 80\d ms in Cart\.load\(\) \(Cart\.swift:12\)\.$/,
    cause: { rule: 'busy' },
  }),
  'a minute of a busy core names the thread that used it': () => {
    const second = 1_000 * ms;
    const phone = new ScriptedPhone().idle(second).counters().other(['Debug 500'], undefined);
    for (let index = 0; index < 61; index++) {
      phone
        .idle(second)
        .otherAgain(0.9 * second)
        .counters({ cpuUs: 0.9 * second });
    }
    const text = 'The app kept a core busy for 1 min 00 s, which drains the battery. db took 90 % of a core.';
    return { phone, text, cause: { rule: 'power' }, thread: 1 };
  },
  'turns of the run loop without a pause are counted': () => {
    const phone = new ScriptedPhone().idle(300 * ms);
    for (let index = 0; index < 10; index++) phone.turn(30 * ms, ['UIKit 50', `Debug ${index + 100}`]);
    phone.idle(3_000 * ms);
    return { phone, text: '10 turns of the run loop in 300 ms without a pause.', cause: { rule: 'storm' } };
  },
  'with hooks switched off an unknown wait names the setting': () => ({
    phone: new ScriptedPhone({ capabilities: [{ name: 'blockingCalls', enabled: 0, why: 'switched off' }] })
      .idle(300 * ms)
      .turn(500 * ms, ['UIKit 50', 'Cart 7', 'kernel 9'], { busy: 0.1, state: 5 })
      .idle(3_000 * ms),
    text: /^Nothing is known about (44|45)\d ms of 500 ms\. Switch on laglens\.blockingCalls to see waits for locks and files\.$/,
    cause: { rule: 'unknown' },
  }),
  'a wait that only samples saw names the function and the app’s method that called it': () => ({
    phone: waiting().idle(100 * ms),
    names: [nameOf('kernel 9', '__psynch_mutexwait', '', 0), nameOf('Cart 7', 'Cart.total()', 'Cart.swift', 12)],
    text: /^Main waited (49|50)\d ms for a lock in __psynch_mutexwait, called by Cart\.total\(\) \(Cart\.swift:12\)\.$/,
    cause: { rule: 'blockingCall' },
  }),
};

for (const [what, make] of Object.entries(cases)) {
  test(what, () => {
    const { phone, names = [], text: expected, cause: due, thread } = make();
    const { cause, text } = onlyCause([...phone.messages, ...names]);
    if (typeof expected === 'string') assert.equal(text, expected);
    else assert.match(text, expected);
    for (const [key, value] of Object.entries(due)) assert.deepEqual(Object.entries(cause).find(([name]) => name === key)?.[1], value, key);
    if (thread !== undefined) assert.equal(cause.evidence?.thread, thread);
  });
}

test('a holder of a lower quality of service than main is named with it', () => {
  const said = (owner: number, main: number): string => {
    const phone = waitingBesideSaver(threadState.disk);
    phone.waited(480 * ms, 'pthread_mutex_lock', '0x600001234', { owner: 2 });
    phone.idle(100 * ms);
    const isMain = ({ flags }: Message<'thread'>): boolean => (flags & 1) !== 0;
    const withPriorities = phone.messages.map((each) =>
      each.type === 'thread' ? { ...each, priority: isMain(each) ? main : owner } : each,
    );
    return onlyCause(withPriorities).text;
  };
  assert.match(said(4, 47), / db has a lower quality of service, background\.$/);
  assert.match(said(31, 47), / db has a lower quality of service, default\.$/);
  for (const [owner, main] of [
    [47, 46],
    [0, 47],
    [31, 0],
    [37, 37],
  ] as const)
    assert.doesNotMatch(said(owner, main), /quality/, `${owner}`);
});

test('a sleep is named with the method that slept, by hooks as by samples', () => {
  const asleep = [nameOf('kernel 9', '__semwait_signal', '', 0), nameOf('Cart 7', 'Cart.retry()', 'Cart.swift', 12)];
  const seen = waiting();
  seen.idle(100 * ms);
  const { cause, text } = onlyCause([...seen.messages, ...asleep]);
  assert.match(text, /^Main slept (49|50)\d ms in Cart\.retry\(\) \(Cart\.swift:12\)\.$/);
  assert.deepEqual(cause.short, ['shortSleep']);
  const hooked = waiting().waited(500 * ms, 'usleep', '');
  hooked.idle(100 * ms);
  assert.equal(onlyCause(hooked.messages).text, 'Main slept 500 ms.');
});

test('a holder waits for what its innermost function waits for', () => {
  const phone = waitingBesideSaver(threadState.kernel, 'kernel 8').waited(480 * ms, 'os_unfair_lock_lock', '', { owner: 2 });
  phone.idle(100 * ms);
  const names = (leaf: string) => [inSave, nameOf('kernel 8', leaf, '', 0)];
  const said = (leaf: string): string => onlyCause([...phone.messages, ...names(leaf)]).text.replace(/^.* and waited for /, '');
  assert.deepEqual(['__fsync', 'mach_msg2_trap', '__recvfrom', 'write_nocancel', '_dispatch_sync_f_slow'].map(said), [
    'a file.',
    'another process.',
    'the network.',
    'a file.',
    'a queue.',
  ]);
  assert.match(said('kevent_id'), / held it in Database\.save\(\) \(Database\.swift:31\)\.$/);
});

test('late frames while scrolling say how late they were and what main did', () => {
  // Two frames of 60 ms, each 60 - 16.7 = 43.3 ms late, 2.6 frames: 2 dropped each.
  const phone = new ScriptedPhone().idle(500 * ms);
  for (let index = 0; index < 2; index++) {
    phone.turn(58 * ms, ['Debug 100'], { mode: TRACKING_MODE, endless: true });
    phone.lateFrame(60 * ms - 16_667);
    const begun = phone.messages.findLast((message) => message.type === 'messageBegin');
    assert.ok(begun);
    phone.send({ ...begun, type: 'messageEnd', atUs: begun.atUs + 58 * ms }).idle(2 * ms);
  }
  phone.turn(5 * ms, ['Debug 1']).idle(3_000 * ms);
  const { cause, text } = onlyCause([...phone.messages, nameOf('Debug 100', 'FeedCell.layout()', 'FeedCell.swift', 9)]);
  assert.match(
    text,
    /^4 frames dropped while scrolling, up to 43 ms late\. Busy: 9\d % of 1[12]\d ms in FeedCell\.layout\(\) \(FeedCell\.swift:9\)\.$/,
  );
  assert.equal(cause.rule, 'frames');
});
