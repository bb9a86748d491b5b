import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, ms } from '../../../tests/core/analyzed-app.ts';
import { ScriptedPhone } from '../../../tests/core/scripted-phone.ts';

const second = 1_000 * ms;

function heapOf(phone: ScriptedPhone) {
  const [lag] = new AnalyzedApp().replay(phone.idle(3 * second).messages).detector.lags;
  assert.ok(lag?.phone);
  return lag.phone.heap;
}

test('a lag knows how much of the heap was in use, and what it grew by in a second', () => {
  // Counters at 0.5, 1.5 and 2.5 s; the turn lasts from 0.7 to 2.2 s, so what is reported at 1.5 and 2.5 is about it. From 0.5 to 2.5 s:
  // 1,000 -> 1,600 -> 1,400 blocks are 400 more in 2 s; 64,000 -> 90,000 -> 84,000 bytes are 20,000 more.
  const phone = new ScriptedPhone()
    .idle(500 * ms)
    .counters({ allocations: 1_000, allocatedBytes: 64_000 })
    .idle(200 * ms)
    .turn(800 * ms, ['Debug 1'], { endless: true })
    .counters({ allocations: 1_600, allocatedBytes: 90_000 });
  const ends = { type: 'messageEnd', thread: 1, target: 1, callback: 0, what: 0 } as const;
  phone.prepare(700 * ms, ['Debug 1']).send({ ...ends, atUs: 2_000_000_000 + 2_200 * ms });
  phone.idle(300 * ms).counters({ allocations: 1_400, allocatedBytes: 84_000 });
  assert.deepEqual(heapOf(phone), { blocks: 1_600, bytes: 90_000, growth: { blocksPerSecond: 200, bytesPerSecond: 10_000 } });
});

test('a heap that shrank grew by less than nothing; of a single counter only the size is known; without any nothing is', () => {
  const lagging = (): ScriptedPhone => new ScriptedPhone().idle(500 * ms);
  const shrank = lagging()
    .counters({ allocations: 300, allocatedBytes: 5_000 })
    .turn(500 * ms, ['Debug 1'])
    .counters({ allocations: 200, allocatedBytes: 4_000 });
  assert.deepEqual(heapOf(shrank)?.growth, { blocksPerSecond: -200, bytesPerSecond: -2_000 });
  const single = lagging()
    .turn(500 * ms, ['Debug 1'])
    .counters({ allocations: 200, allocatedBytes: 4_000 });
  assert.deepEqual(heapOf(single), { blocks: 200, bytes: 4_000, growth: undefined });
  assert.equal(
    heapOf(
      lagging()
        .turn(500 * ms, ['Debug 1'])
        .counters(),
    ),
    undefined,
  );
});
