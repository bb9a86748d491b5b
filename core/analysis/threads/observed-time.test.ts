import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { observedUs } from './observed-time.ts';

test('the time in which lags could be seen is that of the runs without broken links', () => {
  const messages = scriptedApp([idle(1_000 * ms), message(200 * ms), idle(800 * ms)]);
  const { model } = new AnalyzedApp().replay(messages);
  // 2.0 s of script; what is known ends with the last sight of main, up to an interval before.
  assert.ok(Math.abs(observedUs(model) - 2_000 * ms) < 40 * ms, `${observedUs(model)}`);
  const beforeGapUs = observedUs(model);

  model.apply({ type: 'gap', atUs: model.nowUs, why: 'the cable is out' });
  model.apply({ type: 'tick', atUs: SCRIPT_START_US + 12_000 * ms, rounds: 1 });
  // The link was gone for ten of the twelve seconds.
  assert.equal(observedUs(model), beforeGapUs);
  model.apply({ type: 'tick', atUs: SCRIPT_START_US + 13_000 * ms, rounds: 1 });
  assert.equal(observedUs(model), beforeGapUs + 1_000 * ms);
  // From the middle of the gap on, and from half a second before it.
  assert.equal(observedUs(model, 6_000 * ms), 1_000 * ms);
  assert.equal(observedUs(model, beforeGapUs - 500 * ms), 1_500 * ms);
  assert.equal(observedUs(model, 99_000 * ms), 0);
});

test('nothing that ran, nothing observed', () => {
  assert.equal(observedUs(new AnalyzedApp().model), 0);
});
