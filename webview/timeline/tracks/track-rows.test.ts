import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasEvents, rowEventUs, TrackLayout, type TrackRow } from './track-rows.ts';

const thread = (index: number): TrackRow => ({
  kind: 'thread',
  id: `thread ${index}`,
  label: `pool-${index}`,
  thread: index,
  parts: () => [],
});
const counter: TrackRow = { kind: 'counter', id: 'cpu', label: 'CPU', parts: [], most: 1, format: String };

test('rows lie below each other, and only those that are seen are asked for', () => {
  // A counter of 24 pixels, then threads of 20: tops 0, 24, 44, 64, ...
  const layout = new TrackLayout([counter, thread(0), thread(1), thread(2)]);
  assert.equal(layout.height, 84);
  assert.deepEqual(
    [0, 23, 24, 43, 44, 83, 84, -1].map((y) => layout.at(y)),
    [0, 0, 1, 1, 2, 3, -1, -1],
  );
  assert.deepEqual(layout.between(0, 24), [0, 1]);
  assert.deepEqual(layout.between(35, 65), [1, 4]);
  assert.deepEqual(layout.between(79, 400), [3, 4]);
  assert.deepEqual(layout.between(84, 400), [0, 0]);
});

test('five thousand threads are as far away as the scroll bar says', () => {
  const layout = new TrackLayout(Array.from({ length: 5_000 }, (_, index) => thread(index)));
  assert.equal(layout.height, 100_000);
  assert.deepEqual(layout.between(60_000, 60_200), [3_000, 3_010]);
});

test('without rows there is nothing', () => {
  const layout = new TrackLayout([]);
  assert.deepEqual([layout.height, layout.at(0), ...layout.between(0, 100)], [0, -1, 0, 0]);
});

const messages: TrackRow = {
  kind: 'messages',
  id: 'messages',
  label: 'Messages',
  parts: [
    { length: 3, beginUs: [100, 100, 300], endUs: [100, 200, 400] },
    { length: 3, beginUs: [500, 900, 960], endUs: [600, 950, 970], isOwn: [1, 0, 1] },
  ],
  name: () => '',
  facts: () => '',
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
  const frames: TrackRow = { kind: 'frames', id: 'frames', label: 'Late frames', parts, sums: () => undefined };
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
