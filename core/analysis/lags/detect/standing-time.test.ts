import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp } from '../../../../tests/core/analyzed-app.ts';
import { helloMessage, processMessage } from '../../../../tests/core/sample-stream.ts';
import { lifePhase } from '../../../session/columns/run-columns.ts';
import type { Message } from '../../../wire/schema.ts';
import { dataQualityIssues, dataQualitySentence } from '../../report/data-quality.ts';
import { observedUs } from '../../threads/observed-time.ts';
import { busyThreads } from '../busy-threads.ts';

const START = 5_000_000;
const second = 1_000_000;

const main: Message = { type: 'thread', thread: 1, tid: 259, name: 'main', group: '', flags: 1, atUs: START };
const tick = (atSecond: number): Message => ({ type: 'tick', atUs: START + atSecond * second, rounds: 1 });
const phase = (atSecond: number, which: number): Message => ({ type: 'lifecycle', atUs: START + atSecond * second, phase: which });
const named = { thread: 1, target: 0, callback: 0, what: 0 };
const begins = (atSecond: number): Message => ({ type: 'messageBegin', atUs: START + atSecond * second, ...named });
const ends = (atSecond: number): Message => ({ type: 'messageEnd', atUs: START + atSecond * second, ...named });

function appOf(os: string, messages: readonly Message[]): AnalyzedApp {
  return new AnalyzedApp().take(processMessage(0), helloMessage(START, { os }), main, ...messages);
}

/** Begin and end of each lag in seconds, as live and as on replay. */
function lagsOf(os: string, ...messages: readonly Message[]): readonly (readonly number[])[] {
  const live = appOf(os, messages);
  const replayed = new AnalyzedApp().replay([processMessage(0), helloMessage(START, { os }), main, ...messages]);
  assert.deepEqual(replayed.lines, live.lines);
  return live.detector.lags.map(({ beginUs, endUs }) => [beginUs / second, endUs / second]);
}

for (const os of ['android', 'jvm']) {
  test(`${os}: a message in which the process stood still for a minute is as long as it ran`, () => {
    const stop = [tick(1.05), phase(1.05, lifePhase.stopped), phase(61, lifePhase.goesOn)];
    assert.deepEqual(lagsOf(os, begins(1), ...stop, tick(61.02), ends(61.03), tick(64)), []);
    // 0.4 s before, 0.5 s after.
    const late = [tick(1.4), phase(1.4, lifePhase.stopped), phase(61, lifePhase.goesOn), tick(61.2), ends(61.5), tick(64)];
    assert.deepEqual(lagsOf(os, begins(1), ...late), [
      [1, 1.4],
      [61, 61.5],
    ]);
  });

  test(`${os}: an agent that only was late makes no stop: main may have worked`, () => {
    assert.deepEqual(lagsOf(os, tick(1), begins(1), tick(9), ends(9.1), tick(12)), [[1, 9.1]]);
  });
}

test('a stop during which the link broke is reported again, and counts once', () => {
  const stop = [phase(1.05, lifePhase.stopped), phase(61, lifePhase.goesOn)];
  const gap: Message = { type: 'gap', atUs: START + 11 * second, why: 'silent' };
  const back = [helloMessage(START + 61.1 * second, { os: 'android' }), { ...main, atUs: START + 61.1 * second }, begins(1)];
  const messages = [tick(1), begins(1), tick(1.05), ...stop, gap, ...back, ...stop, tick(61.2), ends(61.2), tick(64)];
  assert.deepEqual(lagsOf('android', ...messages), [[61, 61.2]]);
  const { model } = appOf('android', messages);
  assert.equal(model.runs[0]?.stops.length, 1);
  // 64 s, of which it stood still for 59.95; the gap from 61 to 61.1 is not in that.
  const seenUs = observedUs(model);
  assert.ok(Math.abs(seenUs - 4.05 * second) <= 0.1 * second, `${seenUs}`);
});

test('the time in which the agent was attached on main is no lag of the app', () => {
  const attach = [phase(1.1, lifePhase.loaded), phase(1.9, lifePhase.attached)];
  assert.deepEqual(lagsOf('android', begins(1.05), ...attach, tick(2), ends(1.95), tick(5)), []);
  assert.deepEqual(lagsOf('android', begins(1.05), ...attach, tick(2), ends(2.3), tick(5)), [[1.9, 2.3]]);
});

test('a debugger that holds an app is said to limit the truth on Android and on the desktop, too', () => {
  for (const os of ['android', 'jvm']) {
    const [run] = appOf(os, [phase(1, lifePhase.debugger), tick(2)]).model.runs;
    assert.ok(run !== undefined && dataQualityIssues(run).some(({ text }) => text === 'warnDebugger'));
  }
});

test('a stop is said, and no thread ran in it', () => {
  const idle: Message = { type: 'thread', thread: 2, tid: 260, name: 'Signal Dispatcher', group: '', flags: 0, atUs: START };
  const seen = (atSecond: number): Message => {
    return { type: 'sample', thread: 2, atUs: START + atSecond * second, node: 0, state: 0, cpuUs: undefined };
  };
  const stop = [tick(1.5), phase(1.5, lifePhase.stopped), phase(2.1, lifePhase.goesOn)];
  const { model } = appOf('jvm', [idle, begins(1), seen(1.4), ...stop, seen(2.11), tick(2.2), ends(2.4), tick(4)]);
  const [run] = model.runs;
  assert.ok(run);
  const said = dataQualityIssues(run).map(dataQualitySentence);
  assert.ok(said.includes('The process stood still once, for 0.6 s: that time is part of no lag.'), said.join());
  // Without a clock, 0.1 s before the stop and at most 0.3 s after it.
  const [ran] = busyThreads(model, run, 1 * second, 2.4 * second);
  assert.ok((ran?.share ?? 0) * 1.4 <= 0.4 + 1e-9, `${ran?.share}`);
});
