import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TrackLayout, type TrackRow } from './track-rows.ts';

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
