import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, message, ms } from '../../../../tests/core/analyzed-app.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../../tests/core/scripted-app.ts';
import { ScriptedPhone } from '../../../../tests/core/scripted-phone.ts';
import type { Message } from '../../../wire/schema.ts';
import { type AppLimits, DEFAULT_LIMITS, MIB } from '../app-limits.ts';
import type { Lag } from './lag-detector.ts';

const second = 1_000 * ms;

/** An Android app that reports its memory in MB each second, from 1 s on. */
function android(
  megabytes: readonly (number | undefined)[],
  os = 'android',
  deeds = [idle((megabytes.length + 1) * second)],
): readonly Message[] {
  const calm = scriptedApp(deeds).map((each) => (each.type === 'hello' ? { ...each, os } : each));
  const counters = megabytes.map(
    (memory, index): Message => ({
      type: 'counters',
      atUs: SCRIPT_START_US + (index + 1) * second,
      cpuUs: 0,
      cores: 8,
      threads: 20,
      footprintBytes: memory === undefined ? undefined : memory * MIB,
      thermal: undefined,
      allocations: undefined,
      allocatedBytes: undefined,
    }),
  );
  return [...calm, ...counters];
}

function lagsOf(messages: readonly Message[], limits?: AppLimits): readonly Lag[] {
  const live = new AnalyzedApp(100 * ms, limits).take(...messages).detector.lags;
  assert.deepEqual(new AnalyzedApp(100 * ms, limits).replay(messages).detector.lags, live);
  return live;
}

/** `kind begin-end`, in seconds. */
const lines = (lags: readonly Lag[]): readonly string[] =>
  lags.map(({ kind, beginUs, endUs, open, band }) => `${kind} ${beginUs / second}-${endUs / second} ${band}${open ? ' open' : ''}`).sort();

test('more memory than the limit is a lag of the whole app until it falls below nine tenths of it', () => {
  // Each value is about the second before it. 922 MB are a little more than 0.9 * 1024 = 921.6 MB, 921 a little less.
  assert.deepEqual(lines(lagsOf(android([1_000, 1_024, 1_025, 1_100, 922, 921, 1_000]))), ['memory 2-5 load']);
  assert.deepEqual(lines(lagsOf(android([1_000, 1_024, 1_000]))), []);
});

test('it is open while it lasts, says how much was used, and blames no code', () => {
  // Main works all the time, in messages too short for a lag.
  const work = Array.from({ length: 50 }, () => [message(80 * ms, 'com.example.Feed.load:7'), idle(20 * ms)]).flat();
  const [lag, ...more] = lagsOf(android([1_000, 1_030, 1_090, 1_050], 'android', work));
  assert.equal(more.length, 0);
  assert.deepEqual([lag?.open, lag?.process?.footprintBytes, lag?.culprit, lag?.phone], [true, 1_090 * MIB, undefined, undefined]);
});

test('memory that grows by more than 200 MB within ten seconds is a lag from its lowest value on', () => {
  assert.deepEqual(lines(lagsOf(android([100, 100, 150, 250, 301, 320, 320]))), ['growth 2-7 load open']);
  assert.deepEqual(lines(lagsOf(android([100, 100, 150, 250, 300, 300]))), [], 'by just as much');
  // 15 MB a second are 150 in ten.
  assert.deepEqual(lines(lagsOf(android(Array.from({ length: 60 }, (_, index) => 100 + 15 * index)))), []);
});

test('growth ends ten seconds after it stopped', () => {
  // 300 MB at 3 s are compared with 50 MB of up to 10 s before: with that of 2 s last at 12 s.
  const memory = [50, 50, 300, ...Array.from({ length: 15 }, () => 300)];
  assert.deepEqual(lines(lagsOf(android(memory))), ['growth 2-12 load']);
});

test('an unknown memory is neither high nor grown', () => {
  assert.deepEqual(lines(lagsOf(android([undefined, 100, undefined, 120, undefined]))), []);
  assert.deepEqual(lines(lagsOf(android([100, undefined, undefined, 320]))), ['growth 1-4 load open']);
});

test('limits are the user’s, and change what an open session has', () => {
  const messages = android([300, 450, 460, 470, 300]);
  const limits: AppLimits = { ...DEFAULT_LIMITS, memoryBytes: 400 * MIB, growthBytes: 100 * MIB };
  assert.deepEqual(lines(lagsOf(messages, limits)), ['growth 1-4 load', 'memory 1-4 load']);
  const app = new AnalyzedApp().replay(messages);
  assert.deepEqual(app.lines, []);
  app.detector.setLimits(limits);
  assert.deepEqual(lines(app.detector.lags), ['growth 1-4 load', 'memory 1-4 load']);
  app.detector.setLimits({ ...limits, memoryBytes: 0, growthBytes: 0 });
  assert.deepEqual(app.lines, [], '0 switches a limit off');
});

test('a Java program of this computer has no limits', () => {
  assert.deepEqual(lines(lagsOf(android([100, 400, 2_000], 'jvm'))), []);
});

test('on iOS the same counts', () => {
  const phone = new ScriptedPhone().idle(second);
  for (const memory of [100, 1_100, 1_100, 800]) phone.idle(second).counters({ footprintBytes: memory * MIB });
  const [growth, memory] = lagsOf(phone.messages).toSorted((a, b) => a.kind.localeCompare(b.kind));
  assert.deepEqual(
    [memory?.kind, growth?.kind, memory?.phone?.footprintBytes, memory?.phone?.dump],
    ['memory', 'growth', 1_100 * MIB, undefined],
  );
});

test('high CPU use is judged on Android as on iOS, without Matrix’ number', () => {
  const busy = (cores: number): readonly Message[] =>
    android(Array.from({ length: 64 }, () => undefined)).map((each) =>
      each.type === 'counters' ? { ...each, cpuUs: cores * second } : each,
    );
  // Of eight cores 6.4 are the limit. The first counter has no begin.
  assert.deepEqual(lines(lagsOf(busy(6.5))), ['cpu 1-64 load open', 'power 1-61 load']);
  assert.deepEqual(lines(lagsOf(busy(0.9))), ['power 1-61 load']);
  assert.deepEqual(lines(lagsOf(busy(0.7))), []);
  assert.deepEqual(lines(lagsOf(busy(0.7), { ...DEFAULT_LIMITS, batteryCores: 0.5, cpuShare: 0.05 })), [
    'cpu 1-64 load open',
    'power 1-61 load',
  ]);
  assert.deepEqual(lines(lagsOf(busy(6.5), { ...DEFAULT_LIMITS, batteryCores: 0, cpuShare: 0 })), []);
  const [lag] = lagsOf(busy(0.9));
  assert.deepEqual([lag?.process?.cpuCores?.toFixed(2), lag?.phone], ['0.90', undefined]);
});
