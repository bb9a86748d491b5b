import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Grain, ShortTimes } from './short-times.ts';

test('times in stacks stay exact while there is room', () => {
  const seen: (readonly number[])[] = [];
  const times = new ShortTimes(new Grain(100), (...all) => seen.push(all));
  times.add(0, 1, 7, 1);
  times.add(1, 3, 8, 0);
  times.end();
  assert.deepEqual(seen, [
    [0, 1, 7, 1],
    [1, 3, 8, 0],
  ]);
});

test('a trace of any length fits: half of the room goes to each grain, and no time is lost', () => {
  const grain = new Grain(1_000);
  let [samples, sumUs, cpuUs] = [0, 0, 0];
  const times = new ShortTimes(grain, (beginUs, endUs, _, cpu) => {
    samples++;
    sumUs += endUs - beginUs;
    cpuUs += cpu;
  });
  // A second of calls of 1 µs.
  for (let at = 0; at < 1_000_000; at++) times.add(at, at + 1, 1 + (at % 5), 1);
  times.end();
  assert.ok(samples <= 1_000, String(samples));
  assert.deepEqual([sumUs, cpuUs], [1_000_000, 1_000_000]);
  assert.ok(grain.us > 0);
});

test('joined times count for the longest stack among them, and gaps stay gaps', () => {
  const grain = new Grain(2);
  grain.count();
  assert.equal(grain.us, 10);
  const seen: (readonly number[])[] = [];
  const times = new ShortTimes(grain, (...all) => seen.push(all));
  for (const [begin, end, stack] of [
    [0, 2, 1],
    [2, 8, 2],
    [8, 11, 3],
    [20, 21, 4],
  ] as const)
    times.add(begin, end, stack, -1);
  times.end();
  assert.deepEqual(seen, [
    [0, 11, 2, -1],
    [20, 21, 4, -1],
  ]);
});
