import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasEvents, rowEventUs } from './row-events.ts';
import type { TrackRow } from './track-rows.ts';

const messages: TrackRow = {
  kind: 'messages',
  id: 'messages',
  label: 'Messages',
  parts: [
    { length: 3, beginUs: [100, 100, 300], endUs: [100, 200, 400] },
    { length: 1, beginUs: [900], endUs: [950] },
  ],
  name: () => '',
};

test('from message to message, also into the next run, and back', () => {
  const walk = (startUs: number, by: 1 | -1): readonly number[] => {
    const met: number[] = [];
    for (let at = rowEventUs(messages, startUs, by); at !== undefined; at = rowEventUs(messages, at, by)) met.push(at);
    return met;
  };
  assert.deepEqual(walk(-1, 1), [100, 300, 900]);
  assert.deepEqual(walk(Number.POSITIVE_INFINITY, -1), [900, 300, 100]);
  assert.deepEqual(walk(250, -1), [100]);
});

test('late frames are met when they were due, those in time never', () => {
  // Due at 400, 500 and 450.
  const parts = [{ length: 4, atUs: [100, 500, 600, 700], lateUs: [0, 100, 100, 250], periodUs: [16, 16, 16, 16] }];
  const frames: TrackRow = { kind: 'frames', id: 'frames', label: 'Late frames', parts };
  assert.deepEqual(
    [0, 400, 450, 500].map((us) => rowEventUs(frames, us, 1)),
    [400, 450, 500, undefined],
  );
  assert.deepEqual(
    [1_000, 500, 400].map((us) => rowEventUs(frames, us, -1)),
    [500, 450, undefined],
  );
});

test('threads and counters have no events of their own', () => {
  const thread: TrackRow = { kind: 'thread', id: 'main', label: 'main', thread: undefined, parts: () => [] };
  assert.deepEqual([hasEvents(thread), rowEventUs(thread, 0, 1)], [false, undefined]);
  assert.equal(hasEvents(messages), true);
});
