import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lifePhase } from '../../../core/session/columns/run-columns.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import type { TimelineData } from '../../timeline/panel/timeline-painter.ts';
import { PageSession } from '../page-session.ts';
import { gapsOf } from './missing-data.ts';
import { dropsOf, TimelineSource } from './timeline-source.ts';

/** The agent's clock at its hello. */
const START_US = 5_000_000;
const second = 1_000_000;

type Phase = readonly [afterUs: number, phase: keyof typeof lifePhase];

/** The timeline's flags of an app's life. */
function flagsOf(...runs: readonly (readonly Phase[])[]): TimelineData['phases'] {
  const appClasses = { packages: [], prefixes: [] };
  const about = { type: 'begin', session: 's', title: 's', live: true, keepsNames: true, thresholdUs: 100_000, appClasses } as const;
  const session = new PageSession(about);
  const { model } = session;
  for (const [run, phases] of runs.entries()) {
    model.apply(processMessage(run, { deviceKind: 'ios' }));
    model.apply(helloMessage(START_US, { os: 'ios' }));
    for (const [afterUs, phase] of phases) model.apply({ type: 'lifecycle', atUs: START_US + afterUs, phase: lifePhase[phase] });
    model.apply({ type: 'tick', atUs: START_US + 100 * second, rounds: 1 });
  }
  const view = { fromX: 0, toX: model.nowUs };
  return new TimelineSource().data(session, { whole: view, bounds: view }, view, undefined, { lags: [], stutters: [] }, new Set()).phases;
}

test('the timeline flags phases that explain what follows, where they began', () => {
  const flags = flagsOf([
    // Before the agent spoke, or of no interest to who looks for lags.
    [-second, 'started'],
    [-second / 2, 'firstIdle'],
    [second, 'inactive'],
    [2 * second, 'background'],
    [3 * second, 'stopped'],
    [9 * second, 'goesOn'],
    [10 * second, 'memoryWarning'],
    [11 * second, 'terminating'],
  ]);
  assert.deepEqual(flags, [
    { atUs: 2 * second, name: 'app in background' },
    { atUs: 3 * second, name: 'suspended' },
    { atUs: 10 * second, name: 'memory warning' },
    { atUs: 11 * second, name: 'terminating' },
  ]);
});

test('phases that began within a tenth of a second have one flag, which names each once', () => {
  const flags = flagsOf([
    [second, 'firstIdle'],
    [second + 50_000, 'active'],
    [second + 90_000, 'active'],
    [second + 100_000, 'debugger'],
  ]);
  assert.deepEqual(flags, [
    { atUs: second, name: 'launched, app active' },
    { atUs: second + 100_000, name: 'debugger' },
  ]);
});

test('of one run the latest sixty are flagged, of each run its own', () => {
  const turns = Array.from({ length: 70 }, (_, at): Phase => [(1 + at) * second, at % 2 === 0 ? 'active' : 'background']);
  const flags = flagsOf(turns, [[second, 'active']]);
  assert.equal(flags.length, 61);
  // Ten of the seventy, the first at 1 s, are left out.
  assert.equal(flags[0]?.atUs, 11 * second);
  assert.ok((flags[60]?.atUs ?? 0) > (flags[59]?.atUs ?? 0));
});

const app = scriptedApp([{ kind: 'idle', us: 1e6 }]);

test('drops are where the agent reported them', () => {
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
  // The agent says hello again when the link is back, here three seconds after the script's begin.
  const [hello] = app.filter((message) => message.type === 'hello');
  assert.ok(hello?.type === 'hello');
  model.apply({ ...hello, monoUs: SCRIPT_START_US + 3_000_000 });
  assert.deepEqual(gapsOf(model, 9e6), [{ beginUs: brokenUs, endUs: 3_000_000 }]);
});
