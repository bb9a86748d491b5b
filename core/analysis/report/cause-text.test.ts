import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CauseSentence, type CauseThread, named, ofClass } from '../causes/facts/cause.ts';
import { causeText } from './cause-text.ts';

const owner: CauseThread = { kind: 'thread', thread: 1, name: 'bg-db' };
const lock = ofClass('com.example.shop.CartRepository$Rows');

// A list of 290 pixels, as beside a source on a laptop, has room for some thirty signs.
test('the short form of a wait for another thread begins with that thread, as a row cuts its end', () => {
  const shorts: readonly CauseSentence[] = [
    ['shortLockHeld', lock, owner],
    ['shortSomeLockHeld', owner],
    ['shortDeadlockHeld', owner],
    ['shortWaitsHeld', named('pthread_mutex_lock'), owner],
  ];
  assert.deepEqual(
    shorts.map((short) => causeText({ sentences: [short] })),
    ['bg-db holds lock of CartRepository$Rows', 'bg-db holds the lock', 'deadlock with bg-db', 'waits for bg-db: pthread_mutex_lock'],
  );
});
