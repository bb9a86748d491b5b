import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, ms, pause } from '../../../tests/core/analyzed-app.ts';
import { madeLag } from '../../../tests/core/made-lag.ts';
import { messageUse, withUses } from '../../../tests/core/message-uses.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import type { Message } from '../../wire/schema.ts';
import type { Lag } from './lag.ts';
import { passedLimit, queueText } from './message-facts.ts';

const decode = ['com.example.Feed.decode:40'];
const work: Deed = { kind: 'message', us: 400 * ms, stack: decode, busy: 0.5 };
const app = (...deeds: Deed[]): Message[] => scriptedApp([idle(100 * ms), ...deeds, idle(3_000 * ms)]);
const partsOf = ({ busyUs, blockedUs, readyUs, unknownUs, gcUs }: Lag): readonly number[] => [busyUs, blockedUs, readyUs, unknownUs, gcUs];

/** The same live as on replay. */
function onlyLag(messages: readonly Message[]): Lag {
  const { lags } = new AnalyzedApp().take(...messages).detector;
  assert.deepEqual(new AnalyzedApp().replay(messages).detector.lags, lags);
  const [lag, ...others] = lags;
  assert.ok(lag !== undefined && others.length === 0);
  return lag;
}

test('a lag that is one message has main’s own times to the microsecond', () => {
  assert.deepEqual(partsOf(onlyLag(withUses(app(work), { cpuUs: 190_123, readyUs: 209_877 }))), [190_123, 0, 209_877, 0, 0]);
  // Not counted by this kernel: off CPU without a known wait.
  assert.deepEqual(partsOf(onlyLag(withUses(app(work), { cpuUs: 190_123 }))), [190_123, 0, 0, 209_877, 0]);
});

test('waits that samples saw take what is left', () => {
  const waiting: Deed = { ...work, busy: 0, state: threadState.monitor };
  // Samples say 400 ms at most; 40 on CPU and 60 without a core leave 300.
  assert.deepEqual(partsOf(onlyLag(withUses(app(waiting), { cpuUs: 40 * ms, readyUs: 60 * ms }))), [40 * ms, 300 * ms, 60 * ms, 0, 0]);
});

test('a pause of the collector is not in the other times', () => {
  const pauseOf = { beginUs: SCRIPT_START_US + 200 * ms, endUs: SCRIPT_START_US + 250 * ms };
  const extra: readonly Message[] = [
    { type: 'gcBegin', atUs: pauseOf.beginUs },
    { type: 'gcEnd', atUs: pauseOf.endUs },
  ];
  const lag = new AnalyzedApp().replay([...withUses(app(work), { cpuUs: 200 * ms, readyUs: 100 * ms }), ...extra]).detector.lags[0];
  assert.ok(lag);
  assert.deepEqual(partsOf(lag), [200 * ms, 0, 100 * ms, 50 * ms, 50 * ms]);
});

test('of a lag of many messages, the measured ones are exact and the others sampled', () => {
  const short: Deed = { kind: 'message', us: 60 * ms, stack: decode, busy: 0.5 };
  const lag = onlyLag(
    withUses(app(short, pause, short, pause, short), { cpuUs: 60 * ms, readyUs: 0 }, undefined, { cpuUs: 0, readyUs: 60 * ms }),
  );
  assert.equal(lag.kind, 'storm');
  assert.equal(lag.readyUs, 60 * ms);
  // 60 ms, half of 60 ms, nothing.
  assert.ok(Math.abs(lag.busyUs - 90 * ms) < 4 * ms, `${lag.busyUs}`);
});

test('a use that covers more than the lag says nothing of it', () => {
  const whole = app(work);
  const lag = new AnalyzedApp().replay([...whole, messageUse(SCRIPT_START_US + 50 * ms, SCRIPT_START_US + 700 * ms, { cpuUs: 0 })]).detector
    .lags[0];
  assert.ok(lag && Math.abs(lag.busyUs - 200 * ms) < 4 * ms);
});

test('a lag has the longest time in the queue and all counts of its messages, and none while they are unknown', () => {
  const short: Deed = { kind: 'message', us: 60 * ms, stack: decode };
  const deeds = app(short, pause, short, pause, short);
  const counts = { majorFaults: 2, voluntarySwitches: 3, involuntarySwitches: 4 };
  const lag = onlyLag(withUses(deeds, { queuedUs: 20 * ms, ...counts }, { queuedUs: 80 * ms, ...counts }, undefined));
  assert.deepEqual([lag.queuedUs, lag.counts], [80 * ms, { majorFaults: 4, voluntarySwitches: 6, involuntarySwitches: 8 }]);
  const printed = onlyLag(withUses(app(work), { queuedUs: undefined }));
  assert.deepEqual([printed.queuedUs, printed.counts?.majorFaults], [undefined, 0]);
  const unmeasured = onlyLag(app(work));
  assert.deepEqual([unmeasured.queuedUs, unmeasured.counts], [undefined, undefined]);
});

test('a wait in the queue is said from a frame’s time on, and with Android’s limit from 5 s on', () => {
  const target = 'android.app.ActivityThread$H';
  assert.equal(queueText({}), undefined);
  assert.equal(queueText({ queuedUs: 15_999 }), undefined);
  assert.equal(queueText({ queuedUs: 4_999_999, target, what: 113 }), 'queued');
  assert.equal(queueText({ queuedUs: 5_000_000, target: 'android.view.ViewRootImpl$ViewRootHandler' }), 'queuedInput');
  // RECEIVER, SERVICE_ARGS, and EXECUTE_TRANSACTION, which starts activities.
  const whats = [113, 115, 159].map((what) => queueText({ queuedUs: 5_000_000, target, what }));
  assert.deepEqual(whats, ['queuedBroadcast', 'queuedService', 'queuedInput']);
});

test('a broadcast or a service is past Android’s limit by its time in the queue and its own', () => {
  const target = 'android.app.ActivityThread$H';
  const second = 1_000 * ms;
  const took = (what: number, seconds: number, queuedUs: number, changes: Partial<Lag> = {}) =>
    passedLimit(madeLag(0, seconds * second, undefined, { target, what, queuedUs, ...changes }));
  const broadcast = { text: 'anrBroadcast', tookUs: 10 * second, limitUs: 10 * second } as const;
  // RECEIVER: 4 s in the queue and 6 s at work.
  assert.deepEqual(took(113, 6, 4 * second), broadcast);
  assert.equal(took(113, 6, 4 * second - 1), undefined);
  assert.deepEqual(took(115, 1, 19 * second), { text: 'anrService', tookUs: 20 * second, limitUs: 20 * second });
  assert.equal(took(115, 1, 18 * second), undefined);
  const process = { isBackground: true, droppedFrames: 0, latestUs: 0 };
  const unknown = { cpuCores: undefined, footprintBytes: undefined, threads: undefined, thermal: undefined, heap: undefined };
  const background = { process: { ...process, ...unknown } };
  assert.equal(took(113, 6, 50 * second, background), undefined);
  assert.equal(took(113, 6, 54 * second, background)?.limitUs, 60 * second);
  assert.equal(took(115, 6, 194 * second, background)?.limitUs, 200 * second);
  // EXECUTE_TRANSACTION starts activities, and another handler is not the system's.
  assert.equal(took(159, 30, 30 * second), undefined);
  assert.equal(took(113, 30, 30 * second, { target: 'com.example.Feed' }), undefined);
});
