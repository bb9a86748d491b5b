import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, ms } from '../../../../tests/core/analyzed-app.ts';
import { ScriptedPhone } from '../../../../tests/core/scripted-phone.ts';
import { sessionBudgets } from '../../../session/limits/session-budgets.ts';
import { Run } from '../../../session/model/run.ts';
import type { Lag } from './lag-detector.ts';
import { dropTimeMs, lateFramesIn, TRACKING_MODE } from './late-frames.ts';

function lagsOf({ messages }: ScriptedPhone): readonly Lag[] {
  const live = new AnalyzedApp().take(...messages).detector.lags;
  assert.deepEqual(new AnalyzedApp().replay(messages).detector.lags, live);
  return live;
}

/** A frame that took so long while the finger moves, reported by the display link. */
function frame(phone: ScriptedPhone, frameMs: number, mode = TRACKING_MODE): void {
  phone.turn((frameMs - 2) * ms, ['Debug 100'], { mode, endless: true });
  phone.lateFrame(frameMs * ms - 16_667);
  const begun = phone.messages.findLast((message) => message.type === 'messageBegin');
  if (begun !== undefined) phone.send({ ...begun, type: 'messageEnd', atUs: begun.atUs + (frameMs - 2) * ms });
  phone.idle(2 * ms);
}

test('long frames count more than many short ones', () => {
  // 40 * (60 / 40)^2.5 = 40 * 2.7557 = 110.23; 40 * (80 / 40)^2.5 = 40 * 5.6569 = 226.27; 40 ms and less are nothing.
  assert.ok(Math.abs(dropTimeMs([60]) - 110.23) < 0.01);
  assert.ok(Math.abs(dropTimeMs([80, 60]) - 336.5) < 0.01);
  assert.equal(dropTimeMs([40, 33, 17]), 0);
});

test('a scroll with two frames of 60 ms is reported, one with a single one is not', () => {
  const phone = new ScriptedPhone().idle(300 * ms);
  frame(phone, 60);
  phone.turn(5 * ms, ['Debug 1']).idle(500 * ms);
  frame(phone, 60);
  frame(phone, 60);
  phone.turn(5 * ms, ['Debug 1']).idle(3_000 * ms);
  const [lag, ...more] = lagsOf(phone);
  assert.equal(more.length, 0);
  // Each was 60 - 16.7 = 43.3 ms late, 2.6 frames: 2 dropped each.
  assert.deepEqual([lag?.kind, lag?.phone?.dump, lag?.phone?.droppedFrames, lag?.phone?.latestUs], ['frames', 2014, 4, 60 * ms - 16_667]);
  assert.equal(lag?.open, false);
});

test('late frames outside a scroll are no lag', () => {
  const phone = new ScriptedPhone().idle(300 * ms);
  for (let index = 0; index < 4; index++) frame(phone, 80, 'kCFRunLoopDefaultMode');
  assert.deepEqual(lagsOf(phone.idle(3_000 * ms)), []);
});

test('a late frame that a lag explains is reported with the lag', () => {
  const phone = new ScriptedPhone().idle(300 * ms);
  frame(phone, 300);
  phone.turn(5 * ms, ['Debug 1']).idle(3_000 * ms);
  const [lag, ...more] = lagsOf(phone);
  assert.equal(more.length, 0);
  assert.deepEqual([lag?.kind, lag?.phone?.mode, lag?.phone?.droppedFrames], ['turn', TRACKING_MODE, 16]);
});

test('a scroll with late frames is shown while it lasts', () => {
  const phone = new ScriptedPhone().idle(300 * ms);
  for (let index = 0; index < 5; index++) frame(phone, 60);
  const [lag] = lagsOf(phone);
  assert.deepEqual([lag?.kind, lag?.open, lag?.phone?.droppedFrames], ['frames', true, 10]);
});

test('what a late frame waited for behind the first one of a window does not count', () => {
  const run = new Run(0, undefined, sessionBudgets({ nowUs: 0 }));
  // Due at 0 and at 100 ms: 320 - 100 = 220 ms late, of which the first frame's making took all but 320 - 300 = 20 ms: 1.25 frames of 16 ms.
  run.frames.append(300 * ms, 300 * ms, 16 * ms, 0, 1);
  run.frames.append(320 * ms, 220 * ms, 16 * ms, 0, 0);
  assert.deepEqual(lateFramesIn(run, 0, 400 * ms), { dropped: 1, latestUs: 220 * ms });
});
