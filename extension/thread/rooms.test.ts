import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ThreadPeer } from '../../host/thread-peer.ts';
import { answersIn, type Rooms } from './rooms.ts';

interface Questions {
  'count.next'(): number;
  'count.late'(): number;
  'other.next'(): number;
}

/** A thread that asks another one, whose rooms these are. */
function asking(rooms: Rooms): ThreadPeer<Questions> {
  const worker: ThreadPeer<Record<never, never>> = new ThreadPeer(
    (message) => asker.heard(message as never),
    answersIn(rooms, () => worker),
  );
  const asker = new ThreadPeer<Questions>((message) => worker.heard(message as never));
  return asker;
}

test('a room is loaded with its first question, once, and answers in the order of the questions', async () => {
  const loads: string[] = [];
  const room = (name: string) => async () => {
    loads.push(name);
    let count = 0;
    return { answers: () => ({ next: () => ++count }) };
  };
  const thread = asking({ count: room('count'), other: room('other') });
  assert.deepEqual(loads, []);
  assert.deepEqual(
    await Promise.all([thread.ask('count.next', []), thread.ask('count.next', []), thread.ask('count.next', [])]),
    [1, 2, 3],
  );
  assert.deepEqual(loads, ['count']);
  await assert.rejects(thread.ask('count.late', []), /count\.late got no answer/);
  assert.equal(await thread.ask('other.next', []), 1);
  assert.deepEqual(loads, ['count', 'other']);
});

test('a question to no room fails, and the thread goes on', async () => {
  const thread = asking({ count: async () => ({ answers: () => ({ next: () => 1 }) }) });
  await assert.rejects(thread.ask('other.next', []), /other\.next got no answer/);
  assert.equal(await thread.ask('count.next', []), 1);
});
