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
