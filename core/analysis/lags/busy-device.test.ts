import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle, lagsOf, ms } from '../../../tests/core/analyzed-app.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import { shareOnBusyDevice } from './busy-device.ts';

const percentOf = (busy: number, state: number, cpu = true): number | undefined => {
  const deed = { kind: 'message', us: 400 * ms, stack: ['com.example.Feed.decode:40'], busy, state } as const;
  const share = shareOnBusyDevice(lagsOf([idle(100 * ms), deed, idle(3_000 * ms)], { cpu }));
  return share === undefined ? undefined : Math.round(share * 100);
};

test('main that was seen running got the share of a core that its clock has', () => {
  // Rows at both ends of the lag belong in part to the looper.
  for (const percent of [30, 60]) assert.ok(Math.abs((percentOf(percent / 100, threadState.running) ?? 0) - percent) <= 1);
});

test('nothing is said of a device that leaves main its core, nor without evidence that it did not', () => {
  assert.equal(percentOf(0.9, threadState.running), undefined, 'a core nearly to itself');
  assert.equal(percentOf(0, threadState.sleeping), undefined, 'asleep');
  assert.equal(percentOf(0.3, threadState.native), undefined, 'native code may wait');
  assert.equal(percentOf(0.3, threadState.running, false), undefined, 'no clock');
  assert.equal(shareOnBusyDevice([]), undefined);
});
