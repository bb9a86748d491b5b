import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, ms } from '../../../tests/core/analyzed-app.ts';
import { DEADLOCK_LOCK, deadlockedPhone, deadlockNames, phoneTick } from '../../../tests/core/deadlocked-phone.ts';
import { onlyCause } from '../../../tests/core/one-lag.ts';
import { PHONE_START_US, ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import { atOnce } from '../../session/file/turns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import { openDeadlocks, sessionDeadlocks } from '../locks/deadlocks.ts';
import { threadsAt } from '../moment/threads-at.ts';

function modelOf(phone: ScriptedPhone): SessionModel {
  return new AnalyzedApp().replay([...phone.messages, ...deadlockNames]).model;
}

test('a deadlock of iOS is found while it lasts, and is the lag’s cause', () => {
  const phone = deadlockedPhone().still(200 * ms);
  phone.send(phoneTick(900));
  const model = modelOf(phone);
  const [deadlock, ...others] = openDeadlocks(model);
  assert.deepEqual([others, deadlock?.isOpen, deadlock?.beginUs, deadlock?.endUs], [[], true, 320 * ms, 900 * ms]);
  const { cause, text } = onlyCause([...phone.messages, ...deadlockNames]);
  assert.equal(cause.rule, 'deadlock');
  assert.equal(
    text,
    'Deadlock of 2 threads. main waited for pthread_mutex_lock, held by db in Database.save() (Database.swift:31). ' +
      'db waited for pthread_mutex_lock, held by main in Cart.total() (Cart.swift:12).',
  );
  const [run] = model.runs;
  assert.ok(run);
  const { threads, deadlocks } = threadsAt(model, run, 950 * ms);
  assert.equal(deadlocks.length, 1);
  assert.deepEqual(
    threads.map(({ thread, activity, waitsOn }) => [thread.name, activity, waitsOn?.function, waitsOn?.ownerThread]),
    [
      ['main', 'blocked', DEADLOCK_LOCK, 1],
      ['db', 'blocked', DEADLOCK_LOCK, 0],
    ],
  );
});

test('a deadlock of iOS that was broken is found in the session, and is the lag’s cause still', () => {
  const phone = deadlockedPhone().still(100 * ms);
  phone.waited(500 * ms, DEADLOCK_LOCK, '0x10', { owner: 2 }).waited(480 * ms, DEADLOCK_LOCK, '0x20', { thread: 2, owner: 1 });
  phone.send({ type: 'messageEnd', thread: 1, atUs: PHONE_START_US + 800 * ms, target: 0, callback: 0, what: 0 }).idle(100 * ms);
  const model = modelOf(phone);
  assert.deepEqual(openDeadlocks(model), []);
  const [deadlock, ...others] = atOnce(sessionDeadlocks(model));
  assert.deepEqual([others, deadlock?.isOpen, deadlock?.beginUs, deadlock?.endUs], [[], false, 320 * ms, 800 * ms]);
  const { cause, text } = onlyCause([...phone.messages, ...deadlockNames]);
  assert.deepEqual([cause.rule, cause.explainedUs], ['deadlock', 500 * ms]);
  // The sample just after the wait is nearer to its end than the last one in it.
  assert.match(text, / held by main in Cart\.total\(\) \(Cart\.swift:12\)\.$/);
});

test('an owner of iOS that was not asked for during its own wait makes no deadlock', () => {
  assert.deepEqual(openDeadlocks(modelOf(deadlockedPhone({ isMainAsked: false }))), []);
  const early = new ScriptedPhone().idle(400 * ms);
  early.waits(100 * ms, DEADLOCK_LOCK, '0x10', { owner: 2 }).idle(400 * ms);
  early.waits(380 * ms, DEADLOCK_LOCK, '0x20', { thread: 2, owner: 1 });
  assert.deepEqual(openDeadlocks(modelOf(early)), []);
});

test('one wait counts once, while it lasts and after its return', () => {
  const blockedUs = (phone: ScriptedPhone): number => {
    const [main] = modelOf(phone).threads;
    return main?.blockingCalls.coveredUs(0, 10_000 * ms) ?? -1;
  };
  const open = deadlockedPhone();
  assert.equal(blockedUs(open), 400 * ms);
  open.still(100 * ms).waited(500 * ms, DEADLOCK_LOCK, '0x10', { owner: 2 });
  open.send({
    type: 'openCall',
    thread: 1,
    beginUs: PHONE_START_US + 300 * ms,
    atUs: PHONE_START_US + 805 * ms,
    node: 0,
    function: 0,
    object: 0,
    owner: 0,
    over: 1,
  });
  assert.equal(blockedUs(open), 500 * ms);
});
