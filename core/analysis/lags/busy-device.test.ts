import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectorAfter, idle, ms } from '../../../tests/core/analyzed-app.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import { onlyLackedCore, shareOnBusyDevice } from './busy-device.ts';

/** A message of 400 ms with shares of its time on CPU and, by the kernel, without a core. */
const percentOf = (busy: number, noCore: number, state: number = threadState.running): number | undefined => {
  const message = { kind: 'message', us: 400 * ms, stack: ['com.example.Feed.decode:40'], busy, state } as const;
  const ready = { type: 'ready', thread: 1, beginUs: SCRIPT_START_US + 100 * ms, atUs: SCRIPT_START_US + 500 * ms } as const;
  const { lags } = detectorAfter([
    ...scriptedApp([idle(100 * ms), message, idle(3_000 * ms)]),
    ...(noCore > 0 ? [{ ...ready, readyUs: noCore * 400 * ms }] : []),
  ]);
  const share = shareOnBusyDevice(lags);
  return share === undefined ? undefined : Math.round(share * 100);
};

test('main that had no core got the share of one that its clock has', () => {
  // Rows at both ends of the lag belong in part to the looper.
  for (const percent of [30, 60]) assert.ok(Math.abs((percentOf(percent / 100, 1 - percent / 100) ?? 0) - percent) <= 1);
  assert.equal(percentOf(0.2, 0.2, threadState.native), 50, 'native code that waited for half of the time, too');
});

test('nothing is said of a device that leaves main its core, nor without evidence that it did not', () => {
  assert.equal(percentOf(0.9, 0.1), undefined, 'a core nearly to itself');
  assert.equal(percentOf(0, 0, threadState.sleeping), undefined, 'asleep');
  assert.equal(percentOf(0.3, 0), undefined, 'not reported');
  assert.equal(shareOnBusyDevice([]), undefined);
});

test('a lag that were none with a core only lacked one', () => {
  const lag = { beginUs: 0, endUs: 250 * ms, open: false };
  assert.equal(onlyLackedCore({ ...lag, readyUs: 151 * ms }, 100 * ms), true);
  assert.equal(onlyLackedCore({ ...lag, readyUs: 150 * ms }, 100 * ms), false, '100 ms of its own are a lag');
  assert.equal(onlyLackedCore({ ...lag, readyUs: 151 * ms, open: true }, 100 * ms), false, 'it goes on');
  assert.equal(onlyLackedCore({ ...lag, endUs: 90 * ms, readyUs: 0 }, 100 * ms), false, 'a launch has its own limit');
});
