import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOCKS_START_US, lockModel, type ScriptedStack, type ScriptedWait, scriptedLocks } from '../../../tests/core/scripted-locks.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import { SessionModel } from '../../session/model/model.ts';
import type { Message } from '../../wire/schema.ts';
import { frameOf } from '../frames/frame.ts';
import { chainInRange } from './chain-in-range.ts';
import { type OwnerChain, ownerChain } from './owner-chain.ts';

/** `main for Repo by bg-db in Repo.save`, each link; then the last owner's state and frame, or the ring. */
function textOf(model: SessionModel, chain: OwnerChain | undefined): readonly string[] {
  if (chain === undefined) return [];
  const name = (index: number): string => model.threads[index]?.name ?? '?';
  const frame = (node: number): string => (node === 0 ? '' : ` in ${frameOf(model, node).label}`);
  const links = chain.links.map(
    ({ thread, owner, objectClass, ownerNode }) =>
      `${name(thread)} for ${objectClass.split('.').at(-1)} by ${name(owner)}${frame(ownerNode)}`,
  );
  const { last, ringFrom } = chain;
  if (last === undefined) return [...links, `ring from ${ringFrom}`];
  const waitsFor = last.waitsFor === '' ? '' : ` for ${last.waitsFor}`;
  return [...links, `${name(last.thread)} ${last.state ?? 'unsampled'}${frame(last.node)}${waitsFor}`];
}

const names = ['main', 'bg-db', 'net-2', 'log'];
const stacks: readonly ScriptedStack[] = [
  { thread: 'bg-db', at: 0, stack: ['com.example.Repo.save', 'com.example.Cache.put'], state: threadState.monitor },
  { thread: 'net-2', at: 0, stack: ['com.example.Net.fetch', 'com.example.Net.read'] },
  { thread: 'net-2', at: 500, stack: ['com.example.Net.fetch', 'com.example.Net.sleep'], state: threadState.sleeping },
];
const chainOfThree: readonly ScriptedWait[] = [
  { thread: 'main', for: 'Repo', from: 100, to: 900, owners: { 120: 'bg-db', 320: 'bg-db' } },
  { thread: 'bg-db', for: 'Cache', from: 50, to: 800, owners: { 70: 'net-2', 270: 'net-2' } },
];

test('a chain names each owner with its stack, and the activity of the last one', () => {
  const { model, thread } = lockModel(names, chainOfThree, stacks, 1_000);
  const links = ['main for Repo by bg-db in Cache.put', 'bg-db for Cache by net-2 in Net.read'];
  assert.deepEqual(textOf(model, ownerChain(model, thread('main'), 300_000)), [...links, `net-2 ${threadState.running} in Net.read`]);
  assert.deepEqual(textOf(model, ownerChain(model, thread('main'), 700_000)), [...links, `net-2 ${threadState.sleeping} in Net.sleep`]);
  assert.equal(ownerChain(model, thread('main'), 700_000)?.links[1]?.beginUs, 50_000, 'since when');
});

test('a chain is of its time: an owner that no longer waits is the last', () => {
  const { model, thread } = lockModel(names, chainOfThree, stacks, 1_000);
  // The sample next to it is of the time in which it still waited.
  assert.deepEqual(textOf(model, ownerChain(model, thread('main'), 850_000)), [
    'main for Repo by bg-db in Cache.put',
    `bg-db ${threadState.monitor} in Cache.put`,
  ]);
  assert.equal(ownerChain(model, thread('main'), 950_000), undefined);
  assert.equal(ownerChain(model, thread('main'), 99_000), undefined);
  assert.equal(ownerChain(model, thread('log'), 300_000), undefined);
});

test('a last owner that waits for something without an owner says what for', () => {
  const waits: readonly ScriptedWait[] = [...chainOfThree, { thread: 'net-2', for: 'Reply', from: 60, to: 950, kind: 2 }];
  const waiting = { ...stacks[1], thread: 'net-2', at: 0, stack: ['com.example.Net.fetch'], state: threadState.objectWait };
  const { model, thread } = lockModel(names, waits, [waiting], 1_000);
  assert.equal(
    textOf(model, ownerChain(model, thread('main'), 300_000)).at(-1),
    `net-2 ${threadState.objectWait} in Net.fetch for com.example.Reply`,
  );
});

test('of a range the links that lasted longest together count', () => {
  const waits: readonly ScriptedWait[] = [
    { thread: 'main', for: 'Repo', from: 100, to: 900, owners: { 120: 'bg-db' } },
    { thread: 'bg-db', for: 'Cache', from: 110, to: 180, owners: { 130: 'log' } },
    { thread: 'bg-db', for: 'Net', from: 200, to: 400, owners: { 220: 'net-2' } },
  ];
  const { model, thread } = lockModel(names, waits, stacks, 1_000);
  const chain = chainInRange(model, thread('main'), { beginUs: 0, endUs: 1_000_000 });
  assert.deepEqual(textOf(model, chain).slice(0, 2), ['main for Repo by bg-db in Cache.put', 'bg-db for Net by net-2 in Net.read']);
  // 20 of 800 ms explain nothing.
  const short: readonly ScriptedWait[] = [
    ...waits.slice(0, 1),
    { thread: 'bg-db', for: 'Net', from: 200, to: 220, owners: { 220: 'net-2' } },
  ];
  const alone = lockModel(names, short, stacks, 1_000);
  assert.equal(chainInRange(alone.model, alone.thread('main'), { beginUs: 0, endUs: 1_000_000 })?.links.length, 1);
});

test('a thread that owns what it waits for, and an unknown owner, are no link', () => {
  const waits: readonly ScriptedWait[] = [
    { thread: 'main', for: 'Repo', from: 100, owners: { 120: 'main' } },
    { thread: 'bg-db', for: 'Repo', from: 100, owners: { 120: 'nobody' } },
  ];
  const { model, thread } = lockModel(names, waits, stacks, 1_000);
  assert.equal(ownerChain(model, thread('main'), 300_000), undefined);
  assert.equal(ownerChain(model, thread('bg-db'), 300_000), undefined);
  assert.equal(chainInRange(model, thread('main'), { beginUs: 0, endUs: 1_000_000 }), undefined);
});

test('a chain longer than any app has is cut', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `t${index}`);
  const waits = many.slice(1).map((owner, index): ScriptedWait => ({ thread: `t${index}`, for: 'Lock', from: 10, owners: { 30: owner } }));
  const { model, thread } = lockModel(many, waits, [], 100);
  const chain = chainInRange(model, thread('t0'), { beginUs: 0, endUs: 100_000 });
  assert.equal(chain?.links.length, 256);
  assert.equal(chain?.ringFrom, -1);
});

test('blocking calls of iOS make a chain, too, once they returned', () => {
  const call = (thread: number, fromMs: number, toMs: number, owner: number): Message => {
    const atUs = (ms: number): number => LOCKS_START_US + ms * 1_000;
    return { type: 'blockingCall', thread, beginUs: atUs(fromMs), atUs: atUs(toMs), node: 0, function: 1, object: 2, owner };
  };
  const model = new SessionModel();
  const texts: readonly Message[] = ['pthread_mutex_lock', '0x1040'].map((text, index) => ({ type: 'string', id: index + 1, text }));
  // Main waits for bg-db, which waits for net-2; main's call inside another one counts.
  const calls = [call(2, 150, 780, 3), call(1, 110, 790, 2), call(1, 100, 800, 0)];
  for (const each of [...scriptedLocks(names, [], stacks, 100), ...texts, ...calls]) model.apply(each);
  const [main] = model.threads;
  const chain = main && chainInRange(model, main, { beginUs: 0, endUs: 1_000_000 });
  assert.deepEqual(
    chain?.links.map(({ thread, owner, function: waiter, objectClass, beginUs }) => [thread, owner, waiter, objectClass, beginUs]),
    [
      [0, 1, 'pthread_mutex_lock', '0x1040', 110_000],
      [1, 2, 'pthread_mutex_lock', '0x1040', 150_000],
    ],
  );
});
