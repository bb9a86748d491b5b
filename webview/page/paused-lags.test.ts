import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LagDetector } from '../../core/analysis/lags/detect/lag-detector.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { idle, message, ms } from '../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../tests/core/scripted-app.ts';
import { lagsUpTo } from './paused-lags.ts';

test('a lag that goes on when the picture is paused is in it, one that begins later is news', () => {
  const model = new SessionModel();
  const busy = message(400 * ms, 'com.example.Cart.total:5');
  for (const fact of scriptedApp([idle(1_000 * ms), busy, idle(1_000 * ms), busy, idle(1_000 * ms)])) model.apply(fact);
  const judge = new LagDetector(model, { thresholdUs: 100 * ms, isAppClass: () => true });
  judge.update();
  const [first, second] = judge.lags;
  assert.ok(first && second);
  assert.equal(judge.lags.length, 2);
  assert.deepEqual(lagsUpTo(judge.lags, first.beginUs + 200 * ms), [first]);
  assert.deepEqual(lagsUpTo(judge.lags, first.beginUs - 1), []);
  assert.deepEqual(lagsUpTo(judge.lags, second.beginUs), [first, second]);
});
