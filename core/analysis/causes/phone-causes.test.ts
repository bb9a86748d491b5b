import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ms } from '../../../tests/core/analyzed-app.ts';
import { causesOf } from '../../../tests/core/causes.ts';
import { nameOf, ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import type { Message } from '../../wire/schema.ts';

function only(messages: readonly Message[]) {
  const judged = causesOf(messages);
  assert.equal(judged.length, 1);
  const [first] = judged;
  assert.ok(first);
  return first;
}

/** Main is off CPU for 500 ms. */
const waiting = (): ScriptedPhone => new ScriptedPhone().idle(300 * ms).turn(500 * ms, ['UIKit 50', 'Cart 7', 'kernel 9'], { busy: 0 });

test('a blocking call has its function, path and length', () => {
  const phone = waiting().waited(480 * ms, 'read', '/var/mobile/feed.json');
  phone.idle(100 * ms);
  const { cause, text } = only(phone.messages);
  assert.equal(text, 'Main waited 480 ms in read for /var/mobile/feed.json.');
  assert.deepEqual([cause.rule, cause.explainedUs], ['blockingCall', 480 * ms]);
  assert.deepEqual(cause.short, ['shortWaits', { kind: 'name', name: 'read feed.json' }]);
});

test('a blocking call names its holder, its address is left out', () => {
  const phone = new ScriptedPhone()
    .idle(300 * ms)
    .other(['Cart 9'], undefined, 8)
    .turn(500 * ms, ['UIKit 50', 'Cart 7', 'kernel 9'], { busy: 0 });
  phone.waited(480 * ms, 'pthread_mutex_lock', '0x600001234', { owner: 2 });
  phone.idle(100 * ms);
  const { cause, text } = only([...phone.messages, nameOf('Cart 9', 'Database.save()', 'Database.swift', 31)]);
  assert.equal(
    text,
    'Main waited 480 ms in pthread_mutex_lock. db held it in Database.save() (Database.swift:31) and waited for the disk.',
  );
  assert.deepEqual(cause.evidence, { thread: 1, beginUs: 320 * ms, endUs: 800 * ms });
});

test('a call inside another of the same function counts once', () => {
  const phone = waiting()
    .waited(200 * ms, 'read', '/feed.json')
    .waited(480 * ms, 'read', '/feed.json');
  phone.idle(100 * ms);
  assert.equal(only(phone.messages).cause.explainedUs, 480 * ms);
});

test('a wait that only samples saw names the function and the app’s method that called it', () => {
  const phone = waiting();
  phone.idle(100 * ms);
  const names = [nameOf('kernel 9', '__psynch_mutexwait', '', 0), nameOf('Cart 7', 'Cart.total()', 'Cart.swift', 12)];
  const { cause, text } = only([...phone.messages, ...names]);
  assert.match(text, /^Main waited (49|50)\d ms in __psynch_mutexwait, called by Cart\.total\(\) \(Cart\.swift:12\)\.$/);
  assert.equal(cause.rule, 'blockingCall');
});
