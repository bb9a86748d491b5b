import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { checklistOf } from '../../host/diagnose/checklist.ts';
import { type Step, stepNames } from '../../host/diagnose/steps.ts';

const editor = `data:text/javascript,
  export const l10n = { t: (text, ...values) => text.replace(/\\{(\\d)\\}/g, (_, at) => values[at]) };`;
registerHooks({
  resolve: (specifier, context, next) => (specifier === 'vscode' ? { url: editor, shortCircuit: true } : next(specifier, context)),
});
const { isCheckButton, shownChecks } = await import('./shown-checks.ts');

const passed = stepNames.map((name): Step => ({ name, verdict: 'ok', text: 'Done.' }));
const unauthorized: Step = {
  ...{ name: 'device', verdict: 'failed', text: 'Nexus does not trust this computer yet.', next: 'Tap “Allow” on it.' },
  ...{ code: 'device-unauthorized', action: 'pickDevice', output: 'adb says so' },
};
const broken: readonly Step[] = [
  ...passed.slice(0, 2),
  unauthorized,
  ...stepNames.slice(3).map((name): Step => ({ name, verdict: 'untried', text: 'Skipped.' })),
];

test('a failed step is a row with its cause, its next step, its output and a button; steps behind it are one line', () => {
  const shown = shownChecks(checklistOf(broken, 'ended'));
  assert.deepEqual([shown.headline, shown.sign, shown.leading], ['1 problem found', 'failed', []]);
  assert.deepEqual(
    shown.rows.map(({ id, sign }) => `${id} ${sign}`),
    ['tools ok', 'adbServer ok', 'device failed'],
  );
  assert.deepEqual(shown.rows.at(-1), {
    ...{ id: 'device', sign: 'failed', verdict: 'Failed', title: 'Device', text: unauthorized.text, next: unauthorized.next },
    ...{ output: { label: 'Output', text: 'adb says so' }, buttons: [{ id: 'pickDevice', label: 'Choose Device…' }] },
  });
  assert.equal(shown.untried, 'Not tried yet: App, Agent copied into the app, Agent loaded, Agent answers, First sample, Sources');
  assert.doesNotMatch(JSON.stringify(shown), /device-unauthorized/, 'the code of an error');
});

test('when all steps passed, the next thing to do is a capture', () => {
  const shown = shownChecks(checklistOf(passed, 'ended'));
  assert.deepEqual([shown.headline, shown.untried], ['Everything works', undefined]);
  assert.deepEqual(
    shown.leading.map(({ label }) => label),
    ['Start Capture'],
  );
});

test('while steps run, the headline names the step, Stop follows buttons that keep their places', () => {
  const labels = (state: 'running' | 'ended'): readonly string[] =>
    shownChecks(checklistOf(passed.slice(0, 4), state)).tools.map(({ label }) => label);
  assert.equal(shownChecks(checklistOf(passed.slice(0, 4), 'running')).headline, 'Checking: Agent copied into the app…');
  assert.deepEqual(labels('running'), ['Try Again', 'Show as Text', 'Copy as Text', 'Show Log', 'Stop']);
  assert.deepEqual(labels('ended'), labels('running').slice(0, -1));
});

test('the page can press only buttons that exist', () => {
  assert.deepEqual(['pickDevice', 'stop', 'toString', 'workbench.action.quit', ''].map(isCheckButton), [true, true, false, false, false]);
});
