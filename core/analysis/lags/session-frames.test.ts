import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, ms } from '../../../tests/core/analyzed-app.ts';
import { nameOf, ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import { atOnce } from '../../session/file/turns.ts';
import { stutterCulprit } from '../causes/stutter-work.ts';
import { AppMethods } from '../frames/app-methods.ts';
import { TRACKING_MODE } from './detect/late-frames.ts';
import { sessionFrames } from './session-frames.ts';

/** A frame of 60 Hz that main's work keeps waiting, reported by the display link. */
function frame(phone: ScriptedPhone, frameMs: number, mode?: string): void {
  phone.turn((frameMs - 10) * ms, ['Debug 100'], mode === undefined ? {} : { mode });
  phone.lateFrame(frameMs * ms - 16_667).idle(10 * ms);
}

/** Lags' kinds, and `late dropped level culprit` of each stutter. */
function judged({ messages }: ScriptedPhone): readonly [lags: readonly string[], stutters: readonly string[]] {
  const { model, detector } = new AnalyzedApp().replay([...messages, nameOf('Debug 100', 'Feed.layout()', '/src/Feed.swift', 7)]);
  const app = new AppMethods(model, () => false);
  const stutters = atOnce(sessionFrames(model, detector.lags)).stutters.map((stutter) => {
    const { late, dropped, level } = stutter;
    return `${late} ${dropped} ${level} ${stutterCulprit(model, stutter, app)?.method}`;
  });
  return [detector.lags.map(({ kind }) => kind), stutters];
}

test('late frames of an animation outside a scroll are a stutter, with what main did in it', () => {
  const phone = new ScriptedPhone().idle(300 * ms);
  for (let index = 0; index < 4; index++) frame(phone, 80);
  const [lags, stutters] = judged(phone.idle(3_000 * ms));
  assert.deepEqual(lags, []);
  // Each is 63.3 ms late, 3.8 frames of 16.7 ms: three dropped.
  assert.deepEqual(stutters, ['4 12 middle Feed.layout()']);
});

test('late frames of a scroll that is listed as a lag are no stutter', () => {
  const phone = new ScriptedPhone().idle(300 * ms);
  for (let index = 0; index < 4; index++) frame(phone, 80, TRACKING_MODE);
  const [lags, stutters] = judged(phone.idle(3_000 * ms));
  assert.deepEqual([lags, stutters], [['frames'], []]);
});

test('a lag parts two stutters, and its work is not part of them', () => {
  const phone = new ScriptedPhone().idle(300 * ms);
  for (let index = 0; index < 4; index++) frame(phone, 80);
  phone.turn(700 * ms, ['Debug 5']).idle(10 * ms);
  for (let index = 0; index < 4; index++) frame(phone, 80);
  const [lags, stutters] = judged(phone.idle(3_000 * ms));
  assert.deepEqual([lags, stutters], [['turn'], ['4 12 middle Feed.layout()', '4 12 middle Feed.layout()']]);
});

test('a core that is busy for a minute explains no late frames', () => {
  const phone = new ScriptedPhone().idle(300 * ms);
  for (let index = 0; index < 70; index++) {
    if (index === 30) for (let each = 0; each < 4; each++) frame(phone, 80);
    phone.idle(1_000 * ms).counters({ cpuUs: 950 * ms });
  }
  const [lags, stutters] = judged(phone);
  assert.deepEqual([lags, stutters.length], [['power'], 1]);
});

test('a later process of the app has its own stutters', () => {
  const phone = new ScriptedPhone()
    .idle(300 * ms)
    .turn(900 * ms, ['Debug 100'])
    .idle(3_000 * ms);
  const again = new ScriptedPhone({ pid: 4343 }).idle(300 * ms);
  for (let index = 0; index < 4; index++) frame(again, 80);
  phone.messages.push(...again.idle(3_000 * ms).messages.map((each) => (each.type === 'process' ? { ...each, run: 1, pid: 4343 } : each)));
  assert.deepEqual(judged(phone), [['turn'], ['4 12 middle Shop.debug.dylib + 0x64']]);
});
