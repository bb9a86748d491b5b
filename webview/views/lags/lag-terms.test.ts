import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TRACKING_MODE } from '../../../core/analysis/lags/detect/late-frames.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { AnalyzedApp, ms } from '../../../tests/core/analyzed-app.ts';
import { madeLag } from '../../../tests/core/made-lag.ts';
import { ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import { bandKey, changeKey, frequencyTerm, messageTerms, phoneKind, phoneTerms, rateText } from './lag-terms.ts';

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

test('how often is reported from the second time on, with a rate as exact as it is sure', () => {
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

test('a lag says how long its message waited, and page faults only where there were any', () => {
  const counts = { majorFaults: 0, voluntarySwitches: 9, involuntarySwitches: 9 };
  const lag = madeLag(0, 300 * ms, undefined, { queuedUs: 1_200 * ms, counts });
  assert.deepEqual(messageTerms(lag), [['queued', '1.20 s']]);
  assert.deepEqual(messageTerms({ ...lag, queuedUs: 0, counts: { ...counts, majorFaults: 7 } }), [['pagesRead', 7]]);
  const allocated = { ownBytes: 3 << 20, allBytes: 5 << 20 };
  assert.deepEqual(messageTerms({ ...lag, queuedUs: 0, allocated }), [['allocated', '3.0 MB', '5.0 MB']]);
  assert.deepEqual(messageTerms(madeLag(0, 300 * ms, undefined)), []);
  assert.deepEqual(messageTerms(madeLag(0, 300 * ms, undefined, { screen: 'com.example.shop.CartActivity' })), [
    ['inFront', 'CartActivity'],
  ]);
});

test('one dropped frame is not several', () => {
  const process = {
    isBackground: false,
    cpuCores: undefined,
    footprintBytes: undefined,
    threads: undefined,
    thermal: undefined,
    heap: undefined,
  };
  const terms = (droppedFrames: number) =>
    phoneTerms(madeLag(0, 300 * ms, undefined, { process: { ...process, droppedFrames, latestUs: 26 * ms } }));
  assert.deepEqual(terms(1), [['droppedFrame', '26 ms']]);
  assert.deepEqual(terms(2), [['droppedFrames', 2, '26 ms']]);
});
