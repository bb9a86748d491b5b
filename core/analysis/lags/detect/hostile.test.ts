import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ms } from '../../../../tests/core/analyzed-app.ts';
import { calls } from '../../../../tests/core/calls.ts';
import { damagedMessages } from '../../../../tests/core/damaged-messages.ts';
import { seededRandom } from '../../../../tests/core/sample-stream.ts';
import { type Deed, scriptedApp } from '../../../../tests/core/scripted-app.ts';
import { SessionModel } from '../../../session/model/model.ts';
import type { Message } from '../../../wire/schema.ts';
import { callTree } from '../../calls/call-tree.ts';
import { frameOf } from '../../frames/frame.ts';
import { threadStates } from '../../threads/thread-tracks.ts';
import { LagDetector } from './lag-detector.ts';

function script(random: () => number): Message[] {
  const kinds = ['idle', 'message', 'idleHandler', 'input', 'native', 'queue', 'outside'] as const;
  const deeds = Array.from({ length: 60 }, (): Deed => {
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'idle';
    return {
      kind,
      us: 50 + Math.floor(random() ** 3 * 300 * ms),
      stack: ['com.example.A.a:1', `com.example.A.b${Math.floor(random() * 5)}:2`],
    };
  });
  return scriptedApp(deeds, { hook: random() < 0.8, cpu: random() < 0.8 });
}

test('damaged and lying streams give lags that are whole, and never an error', () => {
  const random = seededRandom(77);
  let lagCount = 0;
  for (let round = 0; round < 150; round++) {
    const model = new SessionModel();
    const judge = new LagDetector(model, { thresholdUs: 100 * ms, isAppClass: (name) => name.startsWith('com.') });
    for (const message of damagedMessages(script(random), random)) {
      model.apply(message);
      if (random() < 0.05) judge.update();
    }
    judge.update();
    for (const { beginUs, endUs, busyUs, blockedUs, readyUs, unknownUs, gcUs } of judge.lags) {
      lagCount++;
      assert.ok(endUs - beginUs > 100 * ms && Number.isFinite(endUs));
      const sumUs = busyUs + blockedUs + readyUs + unknownUs + gcUs;
      assert.ok(Math.abs(sumUs - (endUs - beginUs)) <= 1e-9 * endUs + 1e-3, `${sumUs} of ${endUs - beginUs}`);
      for (const us of [busyUs, blockedUs, readyUs, unknownUs, gcUs]) assert.ok(us >= -1e-9 * endUs - 1e-3, `${us}`);
    }
    for (const thread of model.threads) {
      callTree(model, thread, 0, Number.POSITIVE_INFINITY);
      const columns = calls(model, thread, 0, Number.POSITIVE_INFINITY);
      const states = threadStates(model, thread);
      for (let row = 0; row < columns.length; row++) assert.ok((columns.endUs[row] ?? 0) >= (columns.beginUs[row] ?? 0));
      for (let row = 1; row < states.length; row++) assert.ok((states.endUs[row] ?? 0) > (states.endUs[row - 1] ?? 0));
      for (const share of states.shares(0, model.nowUs, 50)) assert.ok(share >= 0 && share <= 1, `${share}`);
    }
    for (let node = 0; node < model.nodes.length; node++) assert.equal(frameOf(model, node).node, node);
  }
  assert.ok(lagCount > 100, `${lagCount}`);
});

test('a damaged stream is judged the same in any pieces', () => {
  const random = seededRandom(78);
  for (let round = 0; round < 40; round++) {
    const messages = damagedMessages(script(random), random);
    const whole = new SessionModel();
    const pieces = new SessionModel();
    const options = { thresholdUs: 100 * ms, isAppClass: () => true };
    const [judge, live] = [new LagDetector(whole, options), new LagDetector(pieces, options)];
    for (const message of messages) {
      whole.apply(message);
      pieces.apply(message);
      if (random() < 0.3) live.update();
    }
    judge.update();
    live.update();
    assert.deepEqual(
      live.lags.map(({ id, kind, endUs }) => [id, kind, endUs]),
      judge.lags.map(({ id, kind, endUs }) => [id, kind, endUs]),
    );
  }
});

test('stacks of 4,096 recursive frames, ten thousand times, are judged at once', () => {
  const stack = Array.from({ length: 4_000 }, (_, index) => `com.example.Tree.count:${index % 2}`);
  const model = new SessionModel();
  for (const message of scriptedApp(
    [
      { kind: 'message', us: 10_000 * ms, stack },
      { kind: 'idle', us: 50 * ms },
    ],
    { intervalUs: 1_000 },
  ))
    model.apply(message);
  const judge = new LagDetector(model, { thresholdUs: 100 * ms, isAppClass: () => true });
  judge.update();
  assert.deepEqual(
    judge.lags.map(({ culprit }) => culprit?.method),
    ['count'],
  );
});
