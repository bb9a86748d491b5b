import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, ms } from '../../../tests/core/analyzed-app.ts';
import { nameOf, ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import type { Message } from '../../wire/schema.ts';

const waitIn = (phone: ScriptedPhone, ...more: readonly Message[]): string | undefined => {
  const { lags } = new AnalyzedApp().replay([...phone.messages, ...more]).detector;
  const live = new AnalyzedApp().take(...phone.messages, ...more).detector.lags;
  assert.deepEqual(live, lags);
  assert.equal(lags.length, 1);
  return lags[0]?.waitsOn?.function;
};

/** The app waits in the kernel through system libraries without the agent's hooks. */
const stack = (leaf: string): string[] => ['UIKit 50', 'Cart 7', 'CoreFoundation 70', leaf];

test('a wait that no hook saw is named by the innermost function, which is the system’s', () => {
  const phone = new ScriptedPhone().idle(300 * ms).turn(500 * ms, stack('kernel 9'), { busy: 0 });
  phone.idle(100 * ms);
  for (const leaf of [
    '__psynch_mutexwait',
    '__ulock_wait',
    'semaphore_wait_trap',
    '_dispatch_sync_f_slow',
    '__psynch_cvwait',
    'read',
    '__open_nocancel',
  ])
    assert.equal(waitIn(phone, nameOf('kernel 9', leaf, '', 0)), leaf);
});

test('nothing is said to wait where the innermost frame has no name, does something else, or is the app’s own', () => {
  const phone = new ScriptedPhone().idle(300 * ms).turn(500 * ms, stack('kernel 9'), { busy: 0 });
  phone.idle(100 * ms);
  assert.equal(waitIn(phone), undefined);
  assert.equal(waitIn(phone, nameOf('kernel 9', 'mach_absolute_time', '', 0)), undefined);
  const own = new ScriptedPhone().idle(300 * ms).turn(500 * ms, stack('Cart 9'), { busy: 0 });
  own.idle(100 * ms);
  assert.equal(waitIn(own, nameOf('Cart 9', 'read', '', 0)), undefined);
});

test('a thread that works in such a function does not wait', () => {
  const phone = new ScriptedPhone().idle(300 * ms).turn(500 * ms, stack('kernel 9'), { busy: 1 });
  phone.idle(100 * ms);
  assert.equal(waitIn(phone, nameOf('kernel 9', 'read', '', 0)), undefined);
});
