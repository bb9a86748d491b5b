import * as vscode from 'vscode';
import type { CheckAction, Checklist, CheckRow, Outcome } from '../../host/diagnose/checklist.ts';
import { type StepName, stepTitles } from '../../host/diagnose/steps.ts';
import type { ShownButton, ShownChecks, ShownRow, Sign } from '../../protocol/troubleshoot-protocol.ts';
import { localized } from '../surface/localized.ts';

/** Buttons of rows, and of the page as a whole. */
export type CheckButton = CheckAction | 'tryAgain' | 'stop' | 'showText' | 'copyText' | 'showLog' | 'startCapture' | 'openSample';

export function shownChecks(list: Checklist): ShownChecks {
  const untried = list.untried.map(stepTitle);
  return {
    sign: signs[list.outcome],
    headline: headline(list),
    leading: list.outcome === 'works' ? [{ ...button('startCapture'), isPrimary: true }] : [],
    tools: toolButtons(list.outcome),
    listLabel: vscode.l10n.t('Steps of a capture'),
    rows: list.rows.map(shownRow),
    ...(untried.length === 0 || list.outcome === 'running' ? {} : { untried: vscode.l10n.t('Not tried yet: {0}', untried.join(', ')) }),
  };
}

function stepTitle(name: StepName): string {
  return vscode.l10n.t(stepTitles[name]);
}

const signs: Readonly<Record<Outcome, Sign>> = { running: 'running', works: 'ok', failed: 'failed', open: 'warning', stopped: 'skipped' };

function headline({ outcome, problems, rows }: Checklist): string {
  const last = rows.at(-1);
  switch (outcome) {
    case 'running':
      return vscode.l10n.t('Checking: {0}…', last === undefined ? '' : stepTitle(last.name));
    case 'works':
      return vscode.l10n.t('Everything works');
    case 'failed':
      return problems === 1 ? vscode.l10n.t('1 problem found') : vscode.l10n.t('{0} problems found', problems);
    case 'open':
      return vscode.l10n.t('No problem so far, but a choice is missing');
    case 'stopped':
      return vscode.l10n.t('Checks stopped');
  }
}

/** Their places stay while the steps run, so that no click hits another button. */
function toolButtons(outcome: Outcome): readonly ShownButton[] {
  const again: ShownButton = { ...button('tryAgain'), isPrimary: outcome !== 'works' };
  const tools = [again, button('showText'), button('copyText'), button('showLog')];
  return outcome === 'running' ? [...tools, button('stop')] : tools;
}

function shownRow({ name, verdict, text, next, output, actions }: CheckRow): ShownRow {
  return {
    id: name,
    sign: verdict,
    verdict: verdictWord(verdict),
    title: stepTitle(name),
    text: localized(text),
    ...(next === undefined ? {} : { next: localized(next) }),
    ...(output === undefined ? {} : { output: { label: vscode.l10n.t('Output'), text: output } }),
    buttons: actions.map(button),
  };
}

export function verdictWord(verdict: CheckRow['verdict']): string {
  switch (verdict) {
    case 'ok':
      return vscode.l10n.t('Passed');
    case 'warning':
      return vscode.l10n.t('Passed with a remark');
    case 'failed':
      return vscode.l10n.t('Failed');
    case 'skipped':
      return vscode.l10n.t('Skipped');
    case 'running':
      return vscode.l10n.t('Running');
  }
}

export function button(id: CheckButton): ShownButton {
  return { id, label: labels()[id] };
}

/** Pages name their buttons, as untrusted as a file. */
export function isCheckButton(id: string): id is CheckButton {
  return Object.hasOwn(labels(), id);
}

function labels(): Readonly<Record<CheckButton, string>> {
  return {
    tryAgain: vscode.l10n.t('Try Again'),
    stop: vscode.l10n.t('Stop'),
    showText: vscode.l10n.t('Show as Text'),
    copyText: vscode.l10n.t('Copy as Text'),
    showLog: vscode.l10n.t('Show Log'),
    startCapture: vscode.l10n.t('Start Capture'),
    openSample: vscode.l10n.t('Open Sample Session'),
    locateAdb: vscode.l10n.t('Locate adb…'),
    setAdbPath: vscode.l10n.t('Open Setting of adb’s Path'),
    setAdbServer: vscode.l10n.t('Open Setting of adb’s Server'),
    setXcrunPath: vscode.l10n.t('Open Setting of xcrun’s Path'),
    pickDevice: vscode.l10n.t('Choose Device…'),
    pickApp: vscode.l10n.t('Choose App…'),
    launchApp: vscode.l10n.t('Capture from App Launch'),
    manageTrust: vscode.l10n.t('Manage Workspace Trust'),
    openFolder: vscode.l10n.t('Open Folder…'),
  };
}
