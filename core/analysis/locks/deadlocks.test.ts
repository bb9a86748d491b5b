import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockModel, type ScriptedWait } from '../../../tests/core/scripted-locks.ts';
import { atOnce } from '../../session/file/turns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import { chainInRange } from './chain-in-range.ts';
import { type Deadlock, openDeadlocks, sessionDeadlocks } from './deadlocks.ts';
import { ownerChain } from './owner-chain.ts';

const names = ['main', 'a', 'b', 'c'];

/** `a b 120-900`: a ring's threads, its begin and end in milliseconds; `…` while it lasts. */
function textOf(model: SessionModel, deadlocks: readonly Deadlock[]): readonly string[] {
  return deadlocks.map(({ ring, beginUs, endUs, isOpen }) => {
    const threads = ring.map(({ thread }) => model.threads[thread]?.name).sort();
    return `${threads.join(' ')} ${beginUs / 1_000}-${isOpen ? '…' : endUs / 1_000}`;
  });
}

const ringOfTwo: readonly ScriptedWait[] = [
  { thread: 'main', for: 'Repo', from: 100, owners: { 120: 'a', 320: 'a' } },
  { thread: 'a', for: 'Cache', from: 200, owners: { 220: 'main' } },
];

test('two threads that wait for each other are a deadlock while it lasts', () => {
  const { model, thread } = lockModel(names, ringOfTwo, [], 400);
  assert.deepEqual(textOf(model, openDeadlocks(model)), ['a main 200-…']);
  const chain = chainInRange(model, thread('main'), { beginUs: 100_000, endUs: 400_000 });
  assert.deepEqual([chain?.ringFrom, chain?.links.length, chain?.last], [0, 2, undefined]);
});

test('a ring that ended is found in the session', () => {
  const ended = ringOfTwo.map((wait) => ({ ...wait, to: wait.thread === 'a' ? 700 : 720 }));
  const { model } = lockModel(names, ended, [], 1_000);
  assert.deepEqual(openDeadlocks(model), []);
  assert.deepEqual(textOf(model, atOnce(sessionDeadlocks(model))), ['a main 200-700']);
});

test('a ring of three other threads is found once, and main’s way into it', () => {
  const waits: readonly ScriptedWait[] = [
    { thread: 'main', for: 'Repo', from: 300, owners: { 320: 'a' } },
    { thread: 'a', for: 'X', from: 100, owners: { 320: 'b' } },
    { thread: 'b', for: 'Y', from: 150, owners: { 330: 'c' } },
    { thread: 'c', for: 'Z', from: 200, owners: { 220: 'a' } },
  ];
  const { model, thread } = lockModel(names, waits, [], 400);
  assert.deepEqual(textOf(model, openDeadlocks(model)), ['a b c 200-…']);
  const chain = ownerChain(model, thread('main'), 390_000);
  assert.deepEqual([chain?.ringFrom, chain?.links.length], [1, 4]);
});

test('a ring of locks of one class is found in main’s wait, although the thread that gave up held its lock a little longer', () => {
  const waits: readonly ScriptedWait[] = [
    { thread: 'main', for: 'Lock', from: 100, to: 720, owners: { 120: 'a', 320: 'a', 710: 'a' } },
    { thread: 'a', for: 'Lock', from: 200, to: 700, owners: { 220: 'main', 420: 'main' } },
  ];
  const range = { beginUs: 90_000, endUs: 730_000 };
  const gaveUp = lockModel(names, waits, [], 1_000);
  assert.equal(chainInRange(gaveUp.model, gaveUp.thread('main'), range)?.ringFrom, 0);
  // Nobody reports the wait's end where the thread ends at once: it lasted at least until the last tick.
  const open = waits.map(({ to, ...wait }) => (wait.thread === 'a' ? wait : { ...wait, to: 720 }));
  const ended = lockModel(names, open, [{ thread: 'a', at: 715, stack: [], ends: true }], 1_000);
  assert.equal(chainInRange(ended.model, ended.thread('main'), range)?.ringFrom, 0);
});

test('an owner that got the object only after its own wait made no ring', () => {
  const waits: readonly ScriptedWait[] = [
    { thread: 'main', for: 'Repo', from: 100, to: 900, owners: { 120: 'c', 520: 'a' } },
    { thread: 'a', for: 'Cache', from: 150, to: 400, owners: { 170: 'main' } },
  ];
  const { model } = lockModel(names, waits, [], 1_000);
  assert.deepEqual(atOnce(sessionDeadlocks(model)), []);
});

test('an owner that was asked for before its own wait may have released the object since: no deadlock yet', () => {
  const [main, a] = ringOfTwo;
  assert.ok(main && a);
  const { model, thread } = lockModel(names, [{ ...main, owners: { 120: 'a' } }, a], [], 400);
  assert.deepEqual(openDeadlocks(model), []);
  const chain = ownerChain(model, thread('main'), 390_000);
  assert.deepEqual([chain?.ringFrom, chain?.last?.thread], [-1, 0]);
});

test('waits one after the other are no deadlock', () => {
  const [main, a] = ringOfTwo;
  assert.ok(main && a);
  const { model } = lockModel(
    names,
    [
      { ...main, to: 350 },
      { ...a, from: 360, owners: { 380: 'main' } },
    ],
    [],
    500,
  );
  assert.deepEqual(textOf(model, atOnce(sessionDeadlocks(model))), []);
});

test('a recording that claims countless rings gets a hundred', () => {
  const pairs = Array.from({ length: 300 }, (_, index) => [`l${index}`, `r${index}`] as const);
  const waits = pairs.flatMap(([left, right]): readonly ScriptedWait[] => [
    { thread: left, for: 'X', from: 10, owners: { 30: right } },
    { thread: right, for: 'Y', from: 10, owners: { 30: left } },
  ]);
  const { model } = lockModel(pairs.flat(), waits, [], 100);
  assert.equal(openDeadlocks(model).length, 100);
  assert.equal(atOnce(sessionDeadlocks(model)).length, 100);
});
