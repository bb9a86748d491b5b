import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp } from '../../../tests/core/analyzed-app.ts';
import { causesOf } from '../../../tests/core/causes.ts';
import { onlyCause } from '../../../tests/core/one-lag.ts';
import { type ScriptedStack, type ScriptedWait, scriptedLocks } from '../../../tests/core/scripted-locks.ts';
import { threadState } from '../../session/columns/sample-columns.ts';

const names = ['main', 'bg-db', 'net-2'];
const stacks: readonly ScriptedStack[] = [
  { thread: 'main', at: 0, stack: ['com.example.Cart.total'], state: threadState.monitor },
  { thread: 'bg-db', at: 0, stack: ['com.example.Repo.save'], state: threadState.monitor },
  { thread: 'net-2', at: 0, stack: ['com.example.Net.read'], state: threadState.sleeping },
];
const toRepo: ScriptedWait = { thread: 'main', for: 'Repo', from: 100, to: 900, owners: { 120: 'bg-db' } };
const toCache: ScriptedWait = { thread: 'bg-db', for: 'Cache', from: 50, to: 890, owners: { 70: 'net-2' } };
const message = { from: 90, to: 910 };

test('a lock’s holder that waits itself is followed to the thread that holds up all others, and to its activity', () => {
  const { cause, text } = onlyCause(scriptedLocks(names, [toRepo, toCache], stacks, 1_000, message));
  assert.equal(
    text,
    'Main waited 800 ms for the lock of Repo. bg-db held it in Repo.save (Repo.java:1) and waited for another lock. ' +
      'bg-db waited for Cache. net-2 held it in Net.read (Net.java:1) and slept.',
  );
  assert.equal(cause.rule, 'lock');
});

test('an exclusive lock’s holder is followed, too', () => {
  const parked = [toRepo, toCache].map((wait) => ({ ...wait, kind: 3 }));
  const inPark = stacks.map((each) => (each.thread === 'net-2' ? each : { ...each, state: threadState.parked }));
  const { text } = onlyCause(scriptedLocks(names, parked, inPark, 1_000, message));
  assert.match(text, / bg-db waited for Cache\. net-2 held it in Net\.read \(Net\.java:1\) and slept\.$/);
});

test('a holder’s wait that took little of main’s is not followed', () => {
  const { text } = onlyCause(scriptedLocks(names, [toRepo, { ...toCache, from: 880 }], stacks, 1_000, message));
  assert.doesNotMatch(text, /Cache/);
});

test('a deadlock is the cause of a lag while it lasts, with each thread, object and frame', () => {
  const ring: readonly ScriptedWait[] = [
    { thread: 'main', for: 'Repo', from: 100, owners: { 120: 'bg-db', 520: 'bg-db' } },
    { thread: 'bg-db', for: 'Cache', from: 300, owners: { 320: 'main' } },
  ];
  const { detector } = new AnalyzedApp().take(...scriptedLocks(names, ring, stacks, 510, { from: 90 }));
  assert.deepEqual(
    detector.lags.map(({ open, waitsOn }) => [open, waitsOn?.isDeadlock]),
    [[true, undefined]],
    'bg-db may have released Repo before it waited',
  );
  const live = new AnalyzedApp().take(...scriptedLocks(names, ring, stacks, 600, { from: 90 }));
  assert.deepEqual(
    live.detector.lags.map(({ open, waitsOn }) => [open, waitsOn?.isDeadlock]),
    [[true, true]],
  );
  const [judged] = causesOf(scriptedLocks(names, ring, stacks, 600, { from: 90 }));
  assert.equal(
    judged?.text,
    'Deadlock of 2 threads. main waited for Repo, held by bg-db in Repo.save (Repo.java:1). ' +
      'bg-db waited for Cache, held by main in Cart.total (Cart.java:1).',
  );
  assert.deepEqual(judged?.cause.short, ['shortDeadlockHeld', { kind: 'thread', thread: 1, name: 'bg-db' }]);
  assert.deepEqual(judged?.cause.explainedUs, 500_000);
});

test('of a long ring the first links are named', () => {
  const many = Array.from({ length: 9 }, (_, index) => `t${index}`);
  const waits = many.map((thread, index): ScriptedWait => {
    return { thread, for: 'Lock', from: 100, to: 900, owners: { 120: many[(index + 1) % many.length] ?? '' } };
  });
  const main: readonly ScriptedStack[] = [{ thread: 't0', at: 0, stack: ['com.example.Cart.total'], state: threadState.monitor }];
  const { text } = onlyCause(scriptedLocks(many, waits, main, 1_000, message));
  assert.match(
    text,
    /^Deadlock of 9 threads\. t0 waited for Lock, held by t1\. .* t3 waited for Lock, held by t4\. The chain has 5 more threads\.$/,
  );
});

test('an owner of low priority is named with its nice value', () => {
  // The kernel's number is 20 less the nice value.
  const withPriorities = (owner: number, main: number) =>
    scriptedLocks(names, [toRepo, toCache], stacks, 1_000, message).map((each) =>
      each.type === 'thread' ? { ...each, priority: each.name === 'net-2' ? owner : main } : each,
    );
  assert.match(onlyCause(withPriorities(10, 30)).text, / net-2 has a low priority \(nice 10\)\.$/);
  assert.doesNotMatch(onlyCause(withPriorities(10, 10)).text, /priority/, 'main has the same');
  assert.doesNotMatch(onlyCause(withPriorities(22, 30)).text, /priority/, 'nice -2 is a high one');
  assert.doesNotMatch(onlyCause(withPriorities(0, 30)).text, /priority/, 'unknown');
  assert.doesNotMatch(onlyCause(withPriorities(10, 99)).text, /priority/, 'no kernel has this one');
});

test('of a wait without an owner the thread that likely ended it is named', () => {
  const notice: ScriptedWait = { thread: 'main', for: 'Repo', from: 100, to: 900, kind: 2 };
  const waiting: ScriptedStack = { thread: 'main', at: 0, stack: ['com.example.Cart.total'], state: threadState.objectWait };
  const giver: ScriptedStack = { thread: 'bg-db', at: 895, stack: ['com.example.Repo.publish', 'java.lang.Object.notify'] };
  const { text } = onlyCause(scriptedLocks(names, [notice], [waiting, giver], 1_000, message));
  assert.match(text, / bg-db likely ended the wait in Repo\.publish \(Repo\.java:1\)\.$/);
});

test('threads that hold one lock in turn are no chain: a holder’s own turn in the queue is over', () => {
  const convoy = ['main', 'convoy-1', 'convoy-2'];
  const waits: readonly ScriptedWait[] = [
    { thread: 'main', for: 'Gate', from: 100, to: 900, owners: { 120: 'convoy-2', 520: 'convoy-1' } },
    { thread: 'convoy-1', for: 'Gate', from: 50, to: 500, owners: { 70: 'convoy-2' } },
  ];
  const seen: readonly ScriptedStack[] = [
    { thread: 'main', at: 0, stack: ['com.example.Cart.total'], state: threadState.monitor },
    { thread: 'convoy-1', at: 0, stack: ['com.example.Gate.pass'], state: threadState.monitor },
    { thread: 'convoy-1', at: 500, stack: ['com.example.Gate.pass'], state: threadState.sleeping },
    { thread: 'convoy-2', at: 0, stack: ['com.example.Gate.pass'], state: threadState.sleeping },
  ];
  const { text } = onlyCause(scriptedLocks(convoy, waits, seen, 1_000, message));
  // Of main's 800 ms convoy-1 held the lock for 400.
  assert.equal(text, 'Main waited 800 ms for the lock of Gate. convoy-1 held it in Gate.pass (Gate.java:1) and slept.');
});
