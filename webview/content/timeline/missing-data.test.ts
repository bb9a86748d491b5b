import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionModel } from '../../../core/session/model/model.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { missingDataText } from './missing-data.ts';

const second = 1_000_000;

function modelOf(...later: Parameters<SessionModel['apply']>[0][]): SessionModel {
  const model = new SessionModel();
  for (const message of [...scriptedApp([{ kind: 'idle', us: second }]), ...later]) model.apply(message);
  return model;
}

test('a hatched time without samples says how long it is, and where it ends', () => {
  const sample = { type: 'sample', thread: 1, node: 0, state: 0, cpuUs: 0 } as const;
  // Main is sampled until the end of the first second, then at 16 s.
  const model = modelOf({ ...sample, atUs: SCRIPT_START_US + 16 * second }, { ...sample, atUs: SCRIPT_START_US + 16 * second + 10_000 });
  assert.match(
    missingDataText(model, model.nowUs, 8 * second),
    /^No samples 0:0[01] – 0:16 \(15\.?\d* s\): perhaps no core was free for the agent\.$/,
  );
  assert.equal(missingDataText(model, model.nowUs, second / 2), '');
});

test('a broken link says that nothing arrived', () => {
  const model = modelOf();
  const brokenUs = model.nowUs;
  model.apply({ type: 'gap', atUs: SCRIPT_START_US + brokenUs, why: 'The cable was pulled.' });
  assert.match(
    missingDataText(model, brokenUs + 4 * second, brokenUs + second),
    /^No data .* \(4\.00 s\): nothing arrived from the app\.$/,
  );
});
