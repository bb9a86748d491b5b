import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOCKS_START_US, lockModel, type ScriptedStack, type ScriptedWait, scriptedLocks } from '../../../tests/core/scripted-locks.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import { waitKind, waitOutcome } from '../../session/columns/thread-columns.ts';
import { SessionModel } from '../../session/model/model.ts';
import { frameOf } from '../frames/frame.ts';
import { endedBy, longestWaitEnd } from './wait-end.ts';

const names = ['main', 'bg-db', 'net-2'];
const writing: ScriptedStack = { thread: 'bg-db', at: 0, stack: ['com.example.Repo.save', 'com.example.Repo.write'] };

/** `bg-db certain in Repo.write`, of main’s first wait; '' if unknown. */
function ender(waits: readonly ScriptedWait[], stacks: readonly ScriptedStack[] = [writing], endMs = 1_000): string {
  const { model, thread } = lockModel(names, waits, stacks, endMs);
  const end = endedBy(model, thread('main'), 0);
  if (end === undefined) return '';
  const frame = end.node === 0 ? '' : ` in ${frameOf(model, end.node).label}`;
  return `${model.threads[end.thread]?.name} ${end.isCertain ? 'certain' : 'likely'}${frame}`;
}

/** Main waits from 100 to 500 ms. */
const wait = (owners: Readonly<Record<number, string>>, changes: Partial<ScriptedWait> = {}): readonly ScriptedWait[] => [
  { thread: 'main', for: 'Repo', from: 100, to: 500, owners, ...changes },
];

test('a monitor is released by its last owner, which stood still since it was asked for', () => {
  assert.equal(ender(wait({ 120: 'bg-db' })), 'bg-db certain in Repo.write');
  const asleep = { ...writing, at: 300, state: threadState.sleeping };
  assert.equal(ender(wait({ 120: 'bg-db' }), [writing, asleep]), 'bg-db certain in Repo.write', 'also in another state');
  assert.equal(ender(wait({ 120: 'net-2', 480: 'bg-db' })), 'bg-db certain in Repo.write');
});

test('an owner that moved on long before the end did not end the wait', () => {
  const moved = { thread: 'bg-db', at: 300, stack: ['com.example.Repo.idle'] };
  assert.equal(ender(wait({ 120: 'bg-db' }), [writing, moved]), '');
  assert.equal(ender(wait({ 120: 'bg-db', 490: 'bg-db' }), [writing, moved]), 'bg-db certain in Repo.idle', 'asked for again');
  assert.equal(ender(wait({ 120: 'bg-db' }), [writing, { ...moved, at: 490 }]), 'bg-db certain in Repo.idle');
});

test('a waiting thread that got the object as its owner was asked for did not hold itself up', () => {
  assert.equal(ender(wait({ 460: 'bg-db', 499: 'main' })), 'bg-db certain in Repo.write');
});

test('an owner that ended before held nothing at the end', () => {
  const ended = (at: number): ScriptedStack => ({ thread: 'bg-db', at, stack: [], ends: true });
  assert.equal(ender(wait({ 120: 'bg-db' }), [writing, ended(300)]), '');
  assert.equal(ender(wait({ 120: 'bg-db' }), [writing, ended(499)]), 'bg-db certain in Repo.write');
});

test('with other threads in the queue the last known owner is likely only', () => {
  assert.equal(ender(wait({ 120: 'bg-db' }, { waiters: 2 })), 'bg-db likely in Repo.write');
});

test('a holder is not named where another thread in the queue got the object at the same time', () => {
  const beside = (changes: Partial<ScriptedWait>): string =>
    ender([...wait({ 120: 'bg-db' }), { thread: 'net-2', for: 'Repo', from: 60, to: 498, owners: { 120: 'bg-db' }, ...changes }]);
  assert.equal(beside({}), '', 'it may have given the object to main');
  assert.equal(beside({ from: 130, to: 510, owners: { 140: 'bg-db' } }), '', 'its begin was seen late');
  assert.equal(beside({ to: 700 }), 'bg-db certain in Repo.write', 'main got it first');
  assert.equal(beside({ for: 'Cart' }), 'bg-db certain in Repo.write', 'another object');
});

test('a wait for a lock says itself whether it got the lock', () => {
  const lock = (outcome: number): string => ender(wait({ 120: 'bg-db' }, { kind: waitKind.park, outcome }));
  assert.equal(lock(waitOutcome.gotIt), 'bg-db certain in Repo.write');
  assert.equal(lock(waitOutcome.released), 'bg-db likely in Repo.write');
  assert.equal(lock(waitOutcome.stillHeld), '', 'a timeout or an interrupt');
  assert.equal(lock(waitOutcome.unknown), '', 'an older agent');
});

test('an open wait has no end, nor has one without an owner of the lock', () => {
  assert.equal(ender(wait({ 120: 'bg-db' }).map(({ to: _, ...open }) => open)), '');
  assert.equal(ender(wait({})), '');
  assert.equal(ender(wait({ 480: 'main' })), '');
});

const notify = (thread: string, at: number, state = 0): ScriptedStack => {
  return { thread, at, stack: ['com.example.Repo.publish', 'java.lang.Object.notifyAll'], state };
};
const rest = (thread: string, at: number): ScriptedStack => ({ thread, at, stack: ['com.example.Repo.idle'] });
const forNotice = wait({}, { kind: waitKind.objectWait });

test('the only thread that notified at a wait’s end likely ended it', () => {
  assert.equal(ender(forNotice, [notify('bg-db', 495), rest('bg-db', 502)]), 'bg-db likely in Object.notifyAll');
  assert.equal(ender(forNotice, [notify('bg-db', 495), rest('bg-db', 502), notify('net-2', 505)]), '', 'two did');
  assert.equal(ender(forNotice, [notify('bg-db', 440), rest('bg-db', 450)]), '', 'too early');
  assert.equal(ender(forNotice, [notify('bg-db', 520)]), '', 'too late');
  assert.equal(ender(forNotice, [notify('bg-db', 495, threadState.monitor), rest('bg-db', 502)]), '', 'it waited itself');
  assert.equal(ender(wait({}, { kind: waitKind.park }), [notify('bg-db', 495)]), '', 'a notification ends no park');
});

test('a park is likely ended by unpark, or by a release of the awaited class', () => {
  const at = (frame: string, waits: readonly ScriptedWait[]): string =>
    ender(waits, [{ thread: 'bg-db', at: 495, stack: ['com.example.Repo.run', frame, 'com.example.Repo.log'] }]);
  const park = wait({}, { kind: waitKind.park });
  assert.equal(at('java.util.concurrent.locks.LockSupport.unpark', park), 'bg-db likely in LockSupport.unpark');
  assert.equal(at('java.util.concurrent.CountDownLatch.countDown', park), '', 'of another class than the awaited com.example.Repo');
  assert.equal(at('java.util.concurrent.ConcurrentHashMap.put', park), '');
  const latch = wait({}, { kind: waitKind.park, for: 'java/util/concurrent/CountDownLatch$Sync' });
  assert.equal(at('java.util.concurrent.CountDownLatch.countDown', latch), 'bg-db likely in CountDownLatch.countDown');
});

test('the longest wait in a range counts', () => {
  const short: ScriptedWait = { thread: 'main', for: 'Cart', from: 50, to: 90, owners: { 80: 'net-2' } };
  const { model, thread } = lockModel(names, [short, ...wait({ 120: 'bg-db' })], [writing], 1_000);
  const nameIn = (beginUs: number, endUs: number): string | undefined =>
    model.threads[longestWaitEnd(model, thread('main'), { beginUs, endUs })?.thread ?? -1]?.name;
  assert.equal(nameIn(0, 1_000_000), 'bg-db');
  assert.equal(nameIn(0, 110_000), 'net-2');
  assert.equal(nameIn(600_000, 700_000), undefined);
});

test('a thread that ended with a wait for its result likely ended it', () => {
  const main: ScriptedStack = { thread: 'main', at: 90, stack: ['com.example.Prices.show', 'java.lang.Object.wait'] };
  const task = (thread: string, ended: number, stack: readonly string[]): readonly ScriptedStack[] => [
    { thread, at: 120, stack, state: threadState.sleeping },
    { thread, at: ended, stack: [], ends: true },
  ];
  const receive = ['java.lang.Thread.run', 'com.example.Prices$1.run', 'java.lang.Thread.sleep'];
  assert.equal(ender(forNotice, [main, ...task('bg-db', 499, receive)]), 'bg-db likely in Thread.sleep');
  assert.equal(ender(forNotice, [main, ...task('bg-db', 450, receive)]), '', 'too early');
  assert.equal(ender(forNotice, [main, ...task('bg-db', 499, ['com.example.Log.run'])]), '', 'other work');
  assert.equal(ender(forNotice, [main, ...task('bg-db', 499, receive), ...task('net-2', 498, receive)]), '', 'two did');
  const future = wait({}, { kind: waitKind.park, for: 'java/util/concurrent/FutureTask' });
  const call = ['java.util.concurrent.FutureTask.run', 'com.example.Quote.call'];
  assert.equal(ender(future, [main, ...task('bg-db', 499, call)]), 'bg-db likely in Quote.call');
});

test('a task ended with a wait also where only samples saw the wait, as far as they allow', () => {
  // Main was seen parked last at 450 ms, and running at 500 ms: rounds were late.
  const main: readonly ScriptedStack[] = [
    { thread: 'main', at: 90, stack: ['com.example.Quote.show', 'java.lang.Thread.park'], state: threadState.parked },
    { thread: 'main', at: 500, stack: ['com.example.Quote.show'] },
  ];
  const enderOf = (taskEnds: number): string => {
    const call = ['java.util.concurrent.FutureTask.run', 'com.example.Quote.call'];
    const task = [
      { thread: 'bg-db', at: 120, stack: call, state: threadState.sleeping },
      { thread: 'bg-db', at: taskEnds, stack: [], ends: true as const },
    ];
    const script = scriptedLocks(names, wait({}, { kind: waitKind.park }), [...main, ...task], 1_000);
    const model = new SessionModel();
    for (const each of script) {
      const isLate = each.type === 'tick' && each.atUs > LOCKS_START_US + 450_000 && each.atUs < LOCKS_START_US + 500_000;
      if (!isLate) model.apply(each);
    }
    const [waiter] = model.threads;
    const end = waiter && endedBy(model, waiter, 0);
    return end === undefined ? '' : `${model.threads[end.thread]?.name}`;
  };
  assert.deepEqual([430, 445, 470, 499, 520].map(enderOf), ['', 'bg-db', 'bg-db', 'bg-db', '']);
});
