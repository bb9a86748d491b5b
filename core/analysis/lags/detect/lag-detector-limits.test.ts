import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helloMessage } from '../../../../tests/core/sample-stream.ts';
import { SessionModel } from '../../../session/model/model.ts';
import { LagDetector } from './lag-detector.ts';
import { TRACKING_MODE } from './late-frames.ts';

const LAGS = 30_100;

/** Messages of 150 ms each 200 ms, the last one of 300 ms. */
function laggingModel(): SessionModel {
  const model = new SessionModel();
  model.apply(helloMessage(0));
  model.apply({ type: 'thread', thread: 1, tid: 1, name: 'main', group: '', flags: 1, atUs: 0 });
  for (let index = 1; index <= LAGS; index++) {
    const atUs = index * 200_000;
    model.apply({ type: 'messageBegin', thread: 1, atUs, target: 0, callback: 0, what: 0 });
    model.apply({ type: 'messageEnd', thread: 1, atUs: atUs + (index === LAGS ? 300_000 : 150_000), target: 0, callback: 0, what: 0 });
  }
  model.apply({ type: 'tick', atUs: LAGS * 200_000 + 5_000_000, rounds: 1 });
  return model;
}

test('of too many lags the newest are kept, and by each threshold it is said how many went', () => {
  const judge = new LagDetector(laggingModel(), { thresholdUs: 100_000, isAppClass: () => true });
  judge.update();
  assert.deepEqual([judge.lags.length, judge.leftOut], [30_000, 100]);
  judge.setThreshold(200_000);
  assert.deepEqual([judge.lags.length, judge.leftOut], [1, 0], 'none went by this threshold');
  judge.setThreshold(100_000);
  assert.deepEqual([judge.lags.length, judge.leftOut], [30_000, 100], 'those that went are counted once');
});

/** Scrolls with one late frame each, and an idle turn in between. */
function scrollingModel(scrolls: number): SessionModel {
  const model = new SessionModel();
  model.apply(helloMessage(0, { os: 'ios' }));
  model.apply({ type: 'string', id: 1, text: TRACKING_MODE });
  model.apply({ type: 'string', id: 2, text: 'kCFRunLoopDefaultMode' });
  model.apply({ type: 'thread', thread: 1, tid: 1, name: 'main', group: '', flags: 1, atUs: 0 });
  for (let index = 1; index <= scrolls; index++) {
    const atUs = index * 400_000;
    model.apply({ type: 'messageBegin', thread: 1, atUs, target: 1, callback: 0, what: 0 });
    model.apply({ type: 'frame', atUs: atUs + 60_000, lateUs: 200_000, periodUs: 16_667, inTime: 0, first: 0 });
    model.apply({ type: 'messageEnd', thread: 1, atUs: atUs + 80_000, target: 0, callback: 0, what: 0 });
    model.apply({ type: 'messageBegin', thread: 1, atUs: atUs + 90_000, target: 2, callback: 0, what: 0 });
    model.apply({ type: 'messageEnd', thread: 1, atUs: atUs + 91_000, target: 0, callback: 0, what: 0 });
  }
  model.apply({ type: 'tick', atUs: scrolls * 400_000 + 5_000_000, rounds: 1 });
  return model;
}

test('lags about a whole app of iOS count among those that are kept, and are described in steps', () => {
  const judge = new LagDetector(scrollingModel(LAGS), { thresholdUs: 100_000, isAppClass: () => true });
  const steps = judge.updateInSteps();
  let count = 0;
  while (steps.next().done !== true) count++;
  assert.deepEqual([judge.lags.length, judge.leftOut, judge.lags.at(-1)?.kind], [30_000, 100, 'frames']);
  assert.ok(count >= LAGS, `${count} steps`);
});
