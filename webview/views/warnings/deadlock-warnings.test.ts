import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionModel } from '../../../core/session/model/model.ts';
import { deadlockedPhone } from '../../../tests/core/deadlocked-phone.ts';
import { lockModel, type ScriptedWait } from '../../../tests/core/scripted-locks.ts';
import { deadlockWarnings } from './deadlock-warnings.ts';

const ring: readonly ScriptedWait[] = [
  { thread: 'left', for: 'Repo', from: 100, owners: { 320: 'right' } },
  { thread: 'right', for: 'Cache', from: 200, owners: { 220: 'left' } },
];

test('a deadlock of other threads than main is a warning while it lasts, with who waits for whom', () => {
  const { model } = lockModel(['main', 'left', 'right'], ring, [], 400);
  assert.deepEqual(deadlockWarnings(model), [
    {
      code: 'deadlock',
      text: 'Deadlock since 0:00.2: left, right wait for each other.',
      serious: true,
      details: 'left waits for Repo, held by right.\nright waits for Cache, held by left.',
    },
  ]);
  const ended = lockModel(
    ['main', 'left', 'right'],
    ring.map((wait) => ({ ...wait, to: 390 })),
    [],
    400,
  );
  assert.deepEqual(deadlockWarnings(ended.model), []);
});

test('of a long ring the first names are shown', () => {
  const names = Array.from({ length: 12 }, (_, index) => `t${index}`);
  const waits = names.map((thread, index): ScriptedWait => {
    return { thread, for: 'Lock', from: 100, owners: { 120: names[(index + 1) % names.length] ?? '' } };
  });
  const [warning] = deadlockWarnings(lockModel(names, waits, [], 200).model);
  assert.match(warning?.text ?? '', / t0, t1, t2, t3, t4, t5, t6, t7, … wait for each other\.$/);
});

test('a deadlock of iOS is one of functions, as addresses of locks say nothing', () => {
  const model = new SessionModel();
  for (const message of deadlockedPhone().messages) model.apply(message);
  const [warning] = deadlockWarnings(model);
  assert.equal(warning?.details, 'main waits for pthread_mutex_lock, held by db.\ndb waits for pthread_mutex_lock, held by main.');
});
