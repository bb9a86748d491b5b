import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TRACKING_MODE } from '../../../core/analysis/lags/detect/late-frames.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { AnalyzedApp, ms } from '../../../tests/core/analyzed-app.ts';
import { madeLag } from '../../../tests/core/made-lag.ts';
import { ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import { changeText, frequencyText, messageTerms, phoneKind, phoneTerms, rateText, severityText } from './lag-terms.ts';

const second = 1_000 * ms;

function lagOf(phone: ScriptedPhone): Lag {
  const [lag] = new AnalyzedApp().replay(phone.idle(3 * second).messages).detector.lags;
  assert.ok(lag);
  return lag;
}

test('a lag of a phone says what happened in words, and the number last', () => {
  const lag = lagOf(new ScriptedPhone().idle(100 * ms).turn(2_100 * ms, ['Debug 1'], { mode: TRACKING_MODE }));
  assert.equal(phoneKind(lag), 'while scrolling');
  assert.deepEqual(phoneTerms(lag), ['Matrix 2001']);
});

test('what Android calls ANR is a long hang on iOS', () => {
  assert.equal(severityText(lagOf(new ScriptedPhone().idle(100 * ms).turn(6 * second, ['Debug 1']))), 'Hang over 5 s');
});

test('a launch, late frames and battery have a sentence of their own', () => {
  const start = new ScriptedPhone()
    .phase('started')
    .phase('loaded')
    .prepare(3_200 * ms, ['Debug 1'])
    .phase('firstIdle');
  assert.equal(phoneKind(lagOf(start)), 'launch took 3.20 s');
  const busy = new ScriptedPhone().idle(second).counters();
  for (let index = 0; index < 60; index++) busy.idle(second).counters({ cpuUs: 0.9 * second });
  assert.equal(phoneKind(lagOf(busy)), 'a core busy for 1 min 00 s: drains the battery');
  assert.deepEqual(phoneTerms(lagOf(busy)), ['Matrix 2011']);
});

test('how often is reported from the second time on, with a rate as exact as it is sure', () => {
  assert.equal(frequencyText({ count: 1, perMinute: 3 }), '');
  assert.equal(frequencyText({ count: 7, perMinute: undefined }), '7×');
  assert.equal(frequencyText({ count: 7, perMinute: 12.4 }), '7× · 12/min');
  assert.deepEqual([0.04, 0.44, 9.94, 9.96, 120.4].map(rateText), ['0.0', '0.4', '9.9', '10', '120']);
});

test('what stayed the same has no word', () => {
  assert.deepEqual((['new', 'worse', 'better', 'gone', 'same'] as const).map(changeText), ['new', 'worse', 'better', 'gone', '']);
});

test('a lag says how long its message waited, and page faults only where there were any', () => {
  const counts = { majorFaults: 0, voluntarySwitches: 9, involuntarySwitches: 9 };
  const lag = madeLag(0, 300 * ms, undefined, { queuedUs: 1_200 * ms, counts });
  assert.deepEqual(messageTerms(lag), ['waited 1.20 s in the queue']);
  assert.deepEqual(messageTerms({ ...lag, queuedUs: 0, counts: { ...counts, majorFaults: 7 } }), ['page faults that read storage: 7']);
  const allocated = { ownBytes: 3 << 20, allBytes: 5 << 20 };
  assert.deepEqual(messageTerms({ ...lag, queuedUs: 0, allocated }), ['allocated 3.0 MB on main, 5.0 MB in all threads']);
  assert.deepEqual(messageTerms(madeLag(0, 300 * ms, undefined)), []);
  assert.deepEqual(messageTerms(madeLag(0, 300 * ms, undefined, { screen: 'com.example.shop.CartActivity' })), ['on CartActivity']);
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
  assert.deepEqual(terms(1), ['one frame dropped, 26 ms late']);
  assert.deepEqual(terms(2), ['2 frames dropped, up to 26 ms late']);
});
