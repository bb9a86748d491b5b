import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TRACKING_MODE } from '../../../core/analysis/lags/detect/late-frames.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { AnalyzedApp, ms } from '../../../tests/core/analyzed-app.ts';
import { ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import { simpleName } from '../../ui/format.ts';
import { bandKey, changeKey, frequencyTerm, phoneKind, phoneTerms, rateText, waitObject, whyTerm } from './lag-terms.ts';

const second = 1_000 * ms;

function lagOf(phone: ScriptedPhone): Lag {
  const [lag] = new AnalyzedApp().replay(phone.idle(3 * second).messages).detector.lags;
  assert.ok(lag);
  return lag;
}

test('a lag of a phone says what happened in words, and the number last', () => {
  const lag = lagOf(new ScriptedPhone().idle(100 * ms).turn(2_100 * ms, ['Debug 1'], { mode: TRACKING_MODE }));
  assert.deepEqual(phoneKind(lag), ['whileScrolling']);
  assert.deepEqual(phoneTerms(lag), [['dumpNumber', 2001]]);
});

test('what Android calls ANR is a long hang on iOS', () => {
  assert.equal(bandKey(lagOf(new ScriptedPhone().idle(100 * ms).turn(6 * second, ['Debug 1']))), 'severeHang');
});

test('a launch, late frames and battery have a sentence of their own', () => {
  const start = new ScriptedPhone()
    .phase('started')
    .phase('loaded')
    .prepare(3_200 * ms, ['Debug 1'])
    .phase('firstIdle');
  assert.deepEqual(phoneKind(lagOf(start)), ['kindLaunch', '3.20 s']);
  const busy = new ScriptedPhone().idle(second).counters();
  for (let index = 0; index < 60; index++) busy.idle(second).counters({ cpuUs: 0.9 * second });
  assert.deepEqual(phoneKind(lagOf(busy)), ['kindPower', '1 min 00 s']);
  assert.deepEqual(phoneTerms(lagOf(busy)), [['dumpNumber', 2011]]);
});

test('what is waited for is the function and the file, or the class without its package', () => {
  const path = { function: 'read', objectClass: '/var/mobile/feed.json', ownerThread: -1, ownerNode: 0 };
  assert.equal(waitObject(path, simpleName), 'read feed.json');
  assert.equal(waitObject({ ...path, objectClass: '' }, simpleName), 'read');
  assert.equal(
    waitObject({ ...path, function: 'os_unfair_lock_lock', objectClass: '0x0000005500828314' }, simpleName),
    'os_unfair_lock_lock',
  );
  assert.equal(waitObject({ objectClass: 'java.util.ArrayList', ownerThread: -1, ownerNode: 0 }, simpleName), 'ArrayList');
});

const spent = (busyUs: number, blockedUs: number, gcUs = 0, unknownUs = 0, readyUs = 0) => ({
  busyUs,
  blockedUs,
  gcUs,
  unknownUs,
  readyUs,
});
const lock = { objectClass: 'com.example.shop.Cart', isLock: true, ownerThread: 2, ownerNode: 9 } as const;

test('what took the most time is why it lagged', () => {
  assert.deepEqual(whyTerm(spent(95, 5), undefined, ''), ['busy']);
  assert.deepEqual(whyTerm(spent(60, 40), undefined, ''), ['mostlyBusy']);
  assert.deepEqual(whyTerm(spent(5, 95), undefined, ''), ['blocked']);
  assert.deepEqual(whyTerm(spent(30, 45, 25), undefined, ''), ['mostlyBlocked']);
  assert.deepEqual(whyTerm(spent(10, 0, 90), undefined, ''), ['garbage']);
  assert.deepEqual(whyTerm(spent(30, 20, 50), undefined, ''), ['mostlyGarbage']);
  assert.deepEqual(whyTerm(spent(10, 10, 10, 70), undefined, ''), ['mostlyUnknown']);
  assert.deepEqual(whyTerm(spent(10, 0, 0, 90), lock, 'bg-db'), ['unknown']);
  assert.deepEqual(whyTerm(spent(30, 10, 0, 10, 50), undefined, ''), ['mostlyReady']);
  assert.deepEqual(whyTerm(spent(10, 0, 0, 0, 90), lock, 'bg-db'), ['ready']);
  assert.deepEqual(whyTerm(spent(0, 0), undefined, ''), ['whyUnclear']);
});

test('a wait names what it was for and who held it, unless the lag was busy in the main', () => {
  assert.deepEqual(whyTerm(spent(5, 95), lock, 'bg-db'), ['whyLockHeld', 'Cart', 'bg-db']);
  assert.deepEqual(whyTerm(spent(5, 95), lock, ''), ['whyLock', 'Cart']);
  assert.deepEqual(whyTerm(spent(5, 95), { objectClass: 'java.lang.Object', ownerThread: -1, ownerNode: 0 }, ''), ['whyWaits', 'Object']);
  const unknown = { ...lock, objectClass: '' };
  assert.deepEqual(whyTerm(spent(5, 95), unknown, ''), ['whyUnknownLock']);
  assert.deepEqual(whyTerm(spent(5, 95), unknown, 'bg-db'), ['whyUnknownLockHeld', 'bg-db']);
  const file = { function: 'read', objectClass: '/var/mobile/feed.json', ownerThread: -1, ownerNode: 0 };
  assert.deepEqual(whyTerm(spent(5, 95), file, 'db'), ['whyWaitsHeld', 'read feed.json', 'db']);
  assert.deepEqual(whyTerm(spent(80, 20), lock, 'bg-db'), ['busy']);
});

test('how often is told from the second time on, with a rate as exact as it is sure', () => {
  assert.equal(frequencyTerm({ count: 1, perMinute: 3 }), undefined);
  assert.deepEqual(frequencyTerm({ count: 7, perMinute: undefined }), ['times', 7]);
  assert.deepEqual(frequencyTerm({ count: 7, perMinute: 12.4 }), ['timesPerMinute', 7, '12']);
  assert.deepEqual([0.04, 0.44, 9.94, 9.96, 120.4].map(rateText), ['0.0', '0.4', '9.9', '10', '120']);
});

test('what stayed the same has no word', () => {
  assert.deepEqual((['new', 'worse', 'better', 'gone', 'same'] as const).map(changeKey), [
    'changeNew',
    'changeWorse',
    'changeBetter',
    'changeGone',
    undefined,
  ]);
});
