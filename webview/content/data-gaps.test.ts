import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionModel } from '../../core/session/model/model.ts';
import { SCRIPT_START_US, scriptedApp } from '../../tests/core/scripted-app.ts';
import { dropsOf, gapsOf } from './data-gaps.ts';

const app = scriptedApp([{ kind: 'idle', us: 1e6 }]);

test('drops are where the agent told of them', () => {
  const model = new SessionModel();
  for (const message of app) model.apply(message);
  assert.deepEqual(dropsOf(model), []);
  model.apply({ type: 'dropped', atUs: SCRIPT_START_US + 1_500_000, messages: 1, samples: 2, why: 'the link is too slow' });
  assert.deepEqual(
    dropsOf(model).map(({ atUs }) => atUs),
    [1_500_000],
  );
});

test('a broken link is a gap, up to now as long as it is broken', () => {
  const model = new SessionModel();
  for (const message of app) model.apply(message);
  const brokenUs = model.nowUs;
  model.apply({ type: 'gap', atUs: SCRIPT_START_US + brokenUs, why: 'The cable was pulled.' });
  assert.deepEqual(gapsOf(model, brokenUs + 700_000), [{ beginUs: brokenUs, endUs: brokenUs + 700_000 }]);
  // The agent says hello anew when the link is back, here three seconds after the script's begin.
  const [hello] = app.filter((message) => message.type === 'hello');
  assert.ok(hello?.type === 'hello');
  model.apply({ ...hello, monoUs: SCRIPT_START_US + 3_000_000 });
  assert.deepEqual(gapsOf(model, 9e6), [{ beginUs: brokenUs, endUs: 3_000_000 }]);
});
