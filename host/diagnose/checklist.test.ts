import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LaglensError } from '../../core/errors.ts';
import { checklistOf } from './checklist.ts';
import { failed, type Step, stepNames } from './steps.ts';

const ok = (name: Step['name']): Step => ({ name, verdict: 'ok', text: 'Done.' });
const rest = (from: Step['name']): Step[] =>
  stepNames.slice(stepNames.indexOf(from)).map((name) => ({ name, verdict: 'untried', text: 'Skipped.' }));

test('while the steps run, the row behind the last one says that it runs, and nothing counts as not tried', () => {
  const { outcome, rows, untried } = checklistOf([ok('tools')], 'running');
  assert.equal(outcome, 'running');
  assert.deepEqual(
    rows.map(({ name, verdict }) => [name, verdict]),
    [
      ['tools', 'ok'],
      ['adbServer', 'running'],
    ],
  );
  assert.equal(untried.includes('adbServer'), false);
});

test('a failed step has its cause, its next step, its output and its actions, and the steps behind it are no rows', () => {
  const error = new LaglensError({
    code: 'adb-unreachable',
    message: 'adb does not answer.',
    next: 'Start it.',
    action: 'retry',
    output: 'refused token=00ff\n',
  });
  const { outcome, problems, rows, untried } = checklistOf([ok('tools'), failed('adbServer', error), ...rest('device')], 'ended');
  assert.deepEqual([outcome, problems, untried.length], ['failed', 1, 7]);
  assert.deepEqual(rows.at(-1), {
    name: 'adbServer',
    verdict: 'failed',
    title: 'adb server',
    text: 'adb does not answer.',
    next: 'Start it.',
    output: 'refused token=…',
    actions: ['setAdbServer'],
  });
  assert.doesNotMatch(JSON.stringify(rows), /adb-unreachable|00ff/);
});

test('adb that is not there can be located, or named in the settings', () => {
  const error = new LaglensError({ code: 'adb-not-found', message: 'No adb.', next: 'Install it.', action: 'setAdbPath' });
  assert.deepEqual(checklistOf([failed('tools', error)], 'ended').rows[0]?.actions, ['locateAdb', 'setAdbPath']);
});

test('an error’s own action comes before the usual one of its step, each once', () => {
  const error = new LaglensError({ code: 'app-not-running', message: 'It does not run.', next: 'Start it.', action: 'launchApp' });
  const again = new LaglensError({ code: 'app-none', message: 'None.', next: 'Start one.', action: 'pickApp' });
  assert.deepEqual(checklistOf([failed('app', error)], 'ended').rows[0]?.actions, ['launchApp', 'pickApp']);
  assert.deepEqual(checklistOf([failed('app', again)], 'ended').rows[0]?.actions, ['pickApp']);
});

test('a missing choice is no problem, and does not count as success', () => {
  const choice: Step = { name: 'device', verdict: 'skipped', text: 'Pixel; Nexus', next: 'Name one of them.' };
  const { outcome, problems, rows } = checklistOf([ok('tools'), ok('adbServer'), choice, ...rest('app')], 'ended');
  assert.deepEqual([outcome, problems, rows.at(-1)?.actions], ['open', 0, ['pickDevice']]);
});

test('all steps that passed, with remarks or without, work; stopped ones say so', () => {
  const steps = stepNames.map((name): Step => (name === 'sources' ? { ...ok(name), verdict: 'warning', next: 'Open it.' } : ok(name)));
  assert.equal(checklistOf(steps, 'ended').outcome, 'works');
  assert.deepEqual(checklistOf(steps, 'ended').rows.at(-1)?.actions, ['openFolder']);
  assert.equal(checklistOf(steps.slice(0, 2), 'stopped').outcome, 'stopped');
});
