import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beforeSamples, messageBegins, seen, seenAgain, stacks } from '../../../tests/core/allocating-thread.ts';
import { SessionModel } from '../../session/model/model.ts';
import { AppMethods } from '../frames/app-methods.ts';
import { describeLag } from '../lags/detect/lag-description.ts';
import type { Lag } from '../lags/lag.ts';

const ms = 1_000;

/** Main makes 1,000 bytes in 100 ms and 600 in the 10 ms after that; another thread makes 4,000 in these 200 ms. */
function lagOf(allocations: 0 | 1, beginMs: number, endMs: number): Lag {
  const model = new SessionModel();
  const messages = [
    ...beforeSamples(allocations),
    { type: 'thread', thread: 2, tid: 2, name: 'loader', group: '', flags: 0, atUs: 0 } as const,
    messageBegins(0),
    seen(0, stacks.load),
    { ...seen(0, stacks.parse), thread: 2 },
    seenAgain(100, 1_000),
    seen(110, stacks.parse, 600),
    seenAgain(200),
    { ...seenAgain(200, 4_000), thread: 2 },
  ];
  for (const message of messages) model.apply(message);
  const [main] = model.threads;
  assert.ok(main);
  const found = { beginUs: beginMs * ms, endUs: endMs * ms, kind: 'message', message: 0, open: false, cut: false } as const;
  return describeLag(model, main, found, new AppMethods(model, () => true));
}

test('a lag has the bytes of its own thread and of all threads', () => {
  assert.deepEqual(lagOf(1, 0, 200).allocated, { ownBytes: 1_600, allBytes: 5_600 });
  // 50 of 100 ms with 1,000, and of 200 ms with 4,000.
  assert.deepEqual(lagOf(1, 0, 50).allocated, { ownBytes: 500, allBytes: 1_500 });
});

test('without counts, or with none in it, a lag has no bytes', () => {
  assert.equal(lagOf(0, 250, 300).allocated, undefined);
  assert.equal(lagOf(1, 250, 300).allocated, undefined);
});
