import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TRACKING_MODE } from '../../../core/analysis/lags/detect/late-frames.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { AnalyzedApp, ms } from '../../../tests/core/analyzed-app.ts';
import { ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import { simpleName } from '../../ui/format.ts';
import { bandKey, phoneKind, phoneTerms, waitObject } from './phone-terms.ts';

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
  assert.equal(waitObject({ objectClass: 'java.util.ArrayList', ownerThread: -1, ownerNode: 0 }, simpleName), 'ArrayList');
});
