import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, ms } from '../../../tests/core/analyzed-app.ts';
import { ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import { counterTerms } from './lag-counters.ts';

const second = 1_000 * ms;

test('a lag says what the whole process used: CPU, memory, threads, warmth, the heap and how it grew', () => {
  // One second apart: 1,500 ms of CPU in it; 2,000 blocks less, 2 MiB more.
  const phone = new ScriptedPhone()
    .idle(100 * ms)
    .counters({ allocations: 15_000, allocatedBytes: 4 * 2 ** 20 })
    .turn(second, ['Debug 1'])
    .counters({
      cpuUs: 1_500 * ms,
      threads: 20,
      thermal: 2,
      footprintBytes: 3 * 2 ** 20,
      allocations: 13_000,
      allocatedBytes: 6 * 2 ** 20,
    });
  const [lag] = new AnalyzedApp().replay(phone.idle(3 * second).messages).detector.lags;
  assert.ok(lag);
  assert.deepEqual(counterTerms(lag), [
    'CPU 150 %',
    'memory 3.0 MB',
    '20 threads',
    'device hot',
    'heap 6.0 MB in 13,000 blocks',
    '+2.0 MB and −2,000 blocks/s',
  ]);
  assert.deepEqual(counterTerms({ ...lag, phone: undefined }), []);
});

test('of the heap of a virtual machine nobody knows the blocks', () => {
  const heap = { blocks: undefined, bytes: 25 * 2 ** 20, growth: { blocksPerSecond: undefined, bytesPerSecond: -5 * 2 ** 20 } };
  const counted = { cpuCores: 0.6, footprintBytes: 50 * 2 ** 20, threads: 30, thermal: undefined, heap };
  const [lag] = new AnalyzedApp().replay(new ScriptedPhone().turn(second, ['Debug 1']).idle(3 * second).messages).detector.lags;
  assert.ok(lag);
  assert.deepEqual(
    counterTerms({ ...lag, phone: undefined, process: { ...counted, isBackground: false, droppedFrames: 0, latestUs: 0 } }),
    ['CPU 60 %', 'memory 50 MB', '30 threads', 'heap 25 MB', '−5.0 MB/s'],
  );
});
