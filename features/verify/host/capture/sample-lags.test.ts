import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareLags } from './sample-lags.ts';

/** Session time 0 is at 5 s of the phone's clock. */
const run = { originUs: 5_000_000, beginUs: 0, nowUs: 20_000_000 };
const lag = (beginMs: number, endMs: number, rule: string) => ({ beginUs: beginMs * 1_000, endUs: endMs * 1_000, rule });
const lags = [lag(3_000, 3_310, 'sleep'), lag(5_000, 5_090, 'busy'), lag(5_095, 5_400, 'busy'), lag(9_000, 9_300, 'wait')];
const measured = (kind: string, beginMs: number, endMs: number) => ({
  kind,
  beginNs: (5_000 + beginMs) * 1e6,
  endNs: (5_000 + endMs) * 1e6,
});

const compare = (...truth: readonly ReturnType<typeof measured>[]) => compareLags({ lags, causeRule: ({ rule }) => rule }, run, truth);

test('a measured lag is beside the one that shares most of its time, by the phone’s clock', () => {
  assert.deepEqual(compare(measured('sleep', 3_005, 3_305), measured('busy', 5_050, 5_400)), [
    { name: 'sleep', truthMs: 300, foundMs: 310, cause: 'sleep', isRight: true },
    { name: 'busy', truthMs: 350, foundMs: 305, cause: 'busy', isRight: true },
  ]);
});

test('a lag that was not found, or has another cause, is not right', () => {
  assert.deepEqual(compare(measured('lock', 9_000, 9_300), measured('sleep', 12_000, 12_300)), [
    { name: 'lock', truthMs: 300, foundMs: 300, cause: 'wait', isRight: false },
    { name: 'sleep', truthMs: 300, isRight: false },
  ]);
});

test('lags before and after the capture are not compared', () => {
  assert.deepEqual(compare(measured('sleep', -200, 100), measured('sleep', 19_900, 20_200)), []);
});
