import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, message, ms } from '../../../../tests/core/analyzed-app.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../../tests/core/scripted-app.ts';
import { lifePhase } from '../../../session/columns/run-columns.ts';
import type { Message } from '../../../wire/schema.ts';
import type { Lag } from '../lag.ts';

const PERIOD_US = 16_667;
const MIB = 2 ** 20;

/** A lag from 500 to 800 ms, and facts about the process, by the milliseconds at which they are reported. */
function lagWith(...facts: readonly (readonly [atMs: number, fact: Message])[]): Lag | undefined {
  const script = scriptedApp([idle(500 * ms), message(300 * ms, 'com.example.Shop.open:12'), idle(3_000 * ms)]);
  // Deeds without a time stay in place.
  let nowUs = 0;
  const ordered = script.map((each) => {
    nowUs = Math.max(nowUs, 'atUs' in each ? each.atUs : 0);
    return { atUs: nowUs, each };
  });
  const timed = facts.map(([atMs, each]) => ({ atUs: SCRIPT_START_US + atMs * ms, each }));
  const all = [...ordered, ...timed].sort((a, b) => a.atUs - b.atUs).map(({ each }) => each);
  const live = new AnalyzedApp().take(...all).detector.lags;
  assert.deepEqual(new AnalyzedApp().replay(all).detector.lags, live);
  assert.equal(live.length, 1);
  return live[0];
}

const counters = (atMs: number, cpuMs: number, bytes: number): readonly [number, Message] => [
  atMs,
  {
    type: 'counters',
    atUs: SCRIPT_START_US + atMs * ms,
    cpuUs: cpuMs * ms,
    cores: 8,
    footprintBytes: 2 * bytes,
    threads: 30,
    thermal: undefined,
    allocations: undefined,
    allocatedBytes: bytes,
  },
];

const frame = (cameMs: number, lateMs: number, first = 0): readonly [number, Message] => [
  cameMs,
  { type: 'frame', atUs: SCRIPT_START_US + cameMs * ms, lateUs: lateMs * ms, periodUs: PERIOD_US, inTime: 0, first },
];

const phase = (atMs: number, phase: number): readonly [number, Message] => [
  atMs,
  { type: 'lifecycle', atUs: SCRIPT_START_US + atMs * ms, phase },
];

test('a lag on Android says what the process used; the heap of a virtual machine has bytes and no blocks', () => {
  // From 0.4 to 1.4 s: 600 ms of CPU in a second, and 5 MiB more.
  const { process, phone } = lagWith(counters(400, 100, 20 * MIB), counters(1_400, 600, 25 * MIB)) ?? {};
  assert.equal(phone, undefined);
  assert.deepEqual([process?.cpuCores, process?.footprintBytes, process?.threads, process?.thermal], [0.6, 50 * MIB, 30, undefined]);
  assert.deepEqual(process?.heap, { blocks: undefined, bytes: 25 * MIB, growth: { blocksPerSecond: undefined, bytesPerSecond: 5 * MIB } });
});

test('where nothing is reported of the process, nothing is said of it', () => {
  assert.equal(lagWith()?.process, undefined);
});

test('what two late frames waited for together counts once', () => {
  // The first was due at 510 and came at 810: 300 / 16.667 = 17.9996, 17 whole frames. The next was due at 530 and came at 827:
  // of that 17 ms are its own, one frame.
  const lag = lagWith(frame(810, 300), frame(827, 297));
  assert.deepEqual([lag?.process?.droppedFrames, lag?.process?.latestUs], [18, 300 * ms]);
});

test('the first frame of a window is expected to take longer and is not counted', () => {
  const lag = lagWith(frame(810, 300, 1));
  assert.deepEqual([lag?.process?.droppedFrames, lag?.process?.latestUs], [0, 0]);
});

test('an app without a resumed activity lags in the background', () => {
  const background = lagWith(phase(100, lifePhase.active), phase(200, lifePhase.inactive), phase(300, lifePhase.background));
  assert.equal(background?.process?.isBackground, true);
  assert.equal(lagWith(phase(100, lifePhase.background), phase(300, lifePhase.active))?.process?.isBackground, false);
});
