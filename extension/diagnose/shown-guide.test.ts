import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import type { DeviceRow } from '../../host/devices/device.ts';
import { checklistOf } from '../../host/diagnose/checklist.ts';
import { connectionOf } from '../../host/diagnose/connect-guide.ts';
import type { Step } from '../../host/diagnose/steps.ts';
import type { ShownChecks } from '../../protocol/troubleshoot-protocol.ts';

const editor = `data:text/javascript,
  export const l10n = { t: (text, ...values) => text.replace(/\\{(\\d)\\}/g, (_, at) => values[at]) };`;
registerHooks({
  resolve: (specifier, context, next) => (specifier === 'vscode' ? { url: editor, shortCircuit: true } : next(specifier, context)),
});
const { shownChecks } = await import('./shown-checks.ts');
const { withConnection } = await import('./shown-guide.ts');

const pixel: DeviceRow = { id: 'R58', kind: 'android', name: 'Pixel 8', detail: 'Android 14', canLaunch: true };
const problem = { code: 'device-unauthorized', why: 'it does not trust this computer yet', next: 'Tap “Allow”.' } as const;
const missing: Step = { name: 'device', verdict: 'failed', text: 'No phone.', next: 'Plug one in.', code: 'device-none' };
const ok = (name: Step['name']): Step => ({ name, verdict: 'ok', text: 'Done.' });
const any = { wanted: undefined, remote: undefined };

function shown(steps: readonly Step[], rows: readonly DeviceRow[], remote?: string): ShownChecks {
  return withConnection(shownChecks(checklistOf(steps, 'ended')), connectionOf(rows, { ...any, remote }));
}

test('without a phone the page teaches three steps, the first is the current one', () => {
  const { headline, guide, tools } = shown([ok('tools'), ok('adbServer'), missing], []);
  assert.equal(headline, 'Connect a phone');
  assert.deepEqual(
    guide?.steps.map(({ title, state }) => [title, state]),
    [
      ['Plug in the phone', 'current'],
      ['Switch on debugging', 'ahead'],
      ['Allow this computer', 'ahead'],
    ],
  );
  assert.deepEqual(guide?.more, undefined);
  assert.equal(
    tools.some(({ isPrimary }) => isPrimary),
    false,
    'trying again is not the next step: the page changes by itself',
  );
});

test('a phone that does not trust this computer makes the third step current, names it, and has its own advice there', () => {
  const { headline, guide, rows } = shown([ok('tools'), ok('adbServer'), missing], [{ ...pixel, problem }]);
  assert.equal(headline, 'Pixel 8: it does not trust this computer yet');
  assert.deepEqual(
    guide?.steps.map(({ state, done, lines }) => [state, done, lines.length]),
    [
      ['done', 'Done', 0],
      ['done', 'Done', 0],
      ['current', undefined, 1],
    ],
  );
  assert.deepEqual([guide?.steps[2]?.title, guide?.steps[2]?.lines], ['Allow this computer: Pixel 8', ['Tap “Allow”.']]);
  const device = rows.at(-1);
  assert.deepEqual([device?.sign, device?.text, device?.next], ['failed', headline, undefined]);
});

test('a usable phone turns the row to a check mark, and a capture is the next step', () => {
  const { headline, sign, leading, guide, rows } = shown([ok('tools'), ok('adbServer'), missing], [pixel]);
  assert.deepEqual([headline, sign, guide], ['Pixel 8 is connected', 'ok', undefined]);
  assert.deepEqual(
    leading.map(({ id }) => id),
    ['startCapture'],
  );
  assert.deepEqual(rows.at(-1), {
    ...{ id: 'device', sign: 'ok', verdict: 'Passed', title: 'Device', text: 'Pixel 8 (Android 14)', buttons: [] },
  });
});

test('a phone that needs no adb is found although adb is missing', () => {
  const failed: Step = { name: 'tools', verdict: 'failed', text: 'No adb.', next: 'Install it.', code: 'adb-not-found' };
  const { rows } = shown([failed], [{ ...pixel, kind: 'ios', name: 'iPhone' }]);
  assert.deepEqual(
    rows.map(({ id, sign }) => `${id} ${sign}`),
    ['tools failed', 'device ok'],
  );
});

test('adb that is missing is said at the first step, with a way to locate it', () => {
  const failed: Step = { name: 'tools', verdict: 'failed', text: 'No adb.', next: 'Install it.', code: 'adb-not-found' };
  const adb = { code: 'adb-not-found', why: 'No adb.', next: 'Install it.' } as const;
  const { guide } = shown([failed], [{ ...pixel, id: 'android', problem: adb }]);
  assert.equal(guide?.steps[0]?.obstacle, 'No adb. Install it.');
  assert.deepEqual(
    guide.steps[0].buttons.map(({ id }) => id),
    ['locateAdb', 'setAdbPath'],
  );
});

test('advice for a window on another computer comes behind the steps, as a question', () => {
  const { guide } = shown([ok('tools'), ok('adbServer'), missing], [], 'ssh-remote');
  assert.match(guide?.more?.label ?? '', /another computer.*\?$/);
  assert.match(guide?.more?.text ?? '', /RemoteForward/);
});

test('what was checked stays as it is when no step makes a phone usable', () => {
  const checks = shownChecks(checklistOf([ok('tools'), ok('adbServer'), missing], 'ended'));
  const old = { ...pixel, problem: { code: 'device-too-old', why: 'too old', next: 'Use another.' } } as const;
  assert.equal(withConnection(checks, connectionOf([old], any)), checks);
});
