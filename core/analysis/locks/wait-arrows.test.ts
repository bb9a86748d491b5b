import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockModel, type ScriptedStack, type ScriptedWait } from '../../../tests/core/scripted-locks.ts';
import { waitArrows } from './wait-arrows.ts';

const ms = 1_000;
const names = ['main', 'bg-db', 'disk'];
const writing: ScriptedStack = { thread: 'bg-db', at: 0, stack: ['com.example.Repo.save', 'com.example.Repo.write'] };

/** `main held bg-db 300`: arrows in main’s first second, with their times in ms. */
function arrows(waits: readonly ScriptedWait[], stacks: readonly ScriptedStack[] = [writing], toMs = 600): readonly string[] {
  const { model, thread } = lockModel(names, waits, stacks, 1_000);
  const name = (row: number): string => model.threads[row]?.name ?? '?';
  const found = waitArrows(model, thread('main'), { beginUs: 100 * ms, endUs: toMs * ms });
  return found.map(({ kind, from, to, atUs, isCertain }) => `${name(from)} ${kind} ${name(to)} ${atUs / ms}${isCertain ? '' : ' likely'}`);
}

/** Main waits from 100 to 500 ms. */
const wait: ScriptedWait = { thread: 'main', for: 'Repo', from: 100, to: 500, owners: { 120: 'bg-db' } };

test('an arrow leads from a wait’s middle to the owner, and one back from its end', () => {
  assert.deepEqual(arrows([wait]), ['main held bg-db 300', 'bg-db woken main 500']);
});

test('with other threads in the queue, the end of a wait is likely only', () => {
  assert.deepEqual(arrows([{ ...wait, waiters: 2 }]), ['main held bg-db 300', 'bg-db woken main 500 likely']);
});

test('owners that wait themselves lead on at the same time', () => {
  // Both wait from 200 to 400 ms.
  const chained: ScriptedWait = { thread: 'bg-db', for: 'File', from: 200, to: 400, owners: { 220: 'disk' } };
  const [first, second] = arrows([wait, chained], [writing, { thread: 'disk', at: 0, stack: ['com.example.Disk.sync'] }]);
  assert.deepEqual([first, second], ['main held bg-db 300', 'bg-db held disk 300']);
});

test('a wait without an owner, and one that is little of the range, have none', () => {
  assert.deepEqual(arrows([{ ...wait, owners: {} }]), []);
  assert.deepEqual(arrows([{ ...wait, to: 140 }], [writing], 1_000), []);
});
