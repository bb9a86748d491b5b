import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../tests/core/sample-stream.ts';
import { TickTimes } from './tick-times.ts';

test('the latest tick since any moment is found, also where clocks go backwards', () => {
  const random = seededRandom(5);
  const ticks = new TickTimes();
  const all: number[] = [];
  for (let at = 0; at < 3_000; at++) {
    const timeUs = Math.floor(random() * 1_000);
    ticks.add(timeUs);
    all.push(timeUs);
    const since = Math.floor(random() * all.length);
    assert.equal(ticks.latestSince(since), Math.max(...all.slice(since)));
  }
});

test('a clock that goes forward keeps one time', () => {
  const ticks = new TickTimes();
  for (let at = 0; at < 1_000; at++) ticks.add(at);
  assert.deepEqual([ticks.kept, ticks.count, ticks.latestSince(0)], [1, 1_000, 999]);
});
