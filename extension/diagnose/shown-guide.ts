import * as vscode from 'vscode';
import { deviceTexts } from '../../host/devices/device-texts.ts';
import { type ConnectGuide, type Connection, type GuideStep, guideSteps, type Obstacle } from '../../host/diagnose/connect-guide.ts';
import { stepTitles } from '../../host/diagnose/steps.ts';
import type { ShownChecks, ShownGuide, ShownGuideStep, ShownRow } from '../../protocol/troubleshoot-protocol.ts';
import { deviceWords } from '../capture/device-words.ts';
import { localized } from '../surface/localized.ts';
import { button, verdictWord } from './shown-checks.ts';

/** Checks that ended without a usable phone, and what has been connected since. */
export function withConnection(checks: ShownChecks, connection: Connection): ShownChecks {
  if (connection === undefined) return checks;
  const tools = checks.tools.map(({ id, label }) => ({ id, label }));
  if ('guide' in connection) {
    const { guide } = connection;
    const cause = causeOf(guide);
    const text = cause ?? localized(deviceTexts.nonePlugged);
    const headline = cause ?? vscode.l10n.t('Connect a phone');
    const rows = withDevice(checks.rows, { text, buttons: [] });
    return { ...checks, sign: 'warning', headline, tools, guide: shownGuide(guide), rows };
  }
  const { name, detail } = deviceWords(connection.ready);
  const text = detail === '' ? name : `${name} (${detail})`;
  return {
    ...{ ...checks, sign: 'ok', headline: vscode.l10n.t('{0} is connected', name), tools },
    leading: [{ ...button('startCapture'), isPrimary: true }],
    rows: withDevice(checks.rows, { sign: 'ok', verdict: verdictWord('ok'), text, buttons: [] }),
  };
}

/** The device's row without its old advice; new behind the others if it was not tried. */
function withDevice(rows: readonly ShownRow[], change: Partial<ShownRow>): readonly ShownRow[] {
  const isOk = change.sign === 'ok';
  const known = rows.find(({ id }) => id === 'device');
  if (known === undefined) {
    const device = {
      id: 'device',
      sign: 'ok',
      verdict: verdictWord('ok'),
      title: vscode.l10n.t(stepTitles.device),
      text: '',
      buttons: [],
    } as const;
    return isOk ? [...rows, { ...device, ...change }] : rows;
  }
  const { next: _, output: __, ...rest } = known;
  return rows.map((row) => (row === known ? { ...rest, ...change } : row));
}

/** The obstacle of a connected phone, named by the phone; undefined without one. */
function causeOf({ obstacle }: ConnectGuide): string | undefined {
  if (obstacle === undefined || obstacle.name === '') return undefined;
  return vscode.l10n.t('{0}: {1}', obstacle.name, localized(obstacle.why));
}

function shownGuide({ current, obstacle, elsewhere }: ConnectGuide): ShownGuide {
  const place = guideSteps.indexOf(current);
  const steps = guideSteps.map((step, at): ShownGuideStep => {
    const state = at < place ? 'done' : at === place ? 'current' : 'ahead';
    const words = textsOf(step);
    const about = at === place && obstacle !== undefined ? obstacleTexts(words, obstacle) : words;
    return state === 'done' ? { ...about, step, state, lines: [], done: vscode.l10n.t('Done') } : { ...about, step, state };
  });
  return {
    label: vscode.l10n.t('How to connect a phone'),
    steps,
    waiting: vscode.l10n.t('Waiting for a phone. This page changes by itself.'),
    others: vscode.l10n.t('No phone at hand? An emulator or a simulator appears here too, once it has started.'),
    buttons: [button('pickDevice'), button('openSample')],
    ...(elsewhere === undefined
      ? {}
      : { more: { label: vscode.l10n.t('Is the phone plugged into another computer?'), text: localized(elsewhere) } }),
  };
}

type StepTexts = Pick<ShownGuideStep, 'title' | 'lines' | 'obstacle' | 'buttons'>;

function textsOf(step: GuideStep): StepTexts {
  switch (step) {
    case 'cable':
      return {
        title: vscode.l10n.t('Plug in the phone'),
        lines: [vscode.l10n.t('Use a USB cable that carries data: some only charge.')],
        buttons: [],
      };
    case 'debugging':
      return {
        title: vscode.l10n.t('Switch on debugging'),
        lines: [
          vscode.l10n.t(
            'Android: in Settings › About phone tap “Build number” seven times. Then switch on “USB debugging” in System › Developer options.',
          ),
          vscode.l10n.t(
            'iPhone: trust this computer when it asks. From iOS 16 on, switch on Developer Mode in Settings › Privacy & Security.',
          ),
        ],
        buttons: [],
      };
    case 'allow':
      return {
        title: vscode.l10n.t('Allow this computer'),
        lines: [vscode.l10n.t('Unlock the phone, and tap “Allow” in “Allow USB debugging?” (iPhone: “Trust”).')],
        buttons: [],
      };
  }
}

/** A device's own advice replaces the general one; what is missing here comes before it. */
function obstacleTexts(words: StepTexts, { name, why, next, actions }: Obstacle): StepTexts {
  const buttons = actions.map(button);
  if (name === '')
    return {
      ...words,
      obstacle: [why, next]
        .filter((part) => part !== '')
        .map(localized)
        .join(' '),
      buttons,
    };
  return { title: `${words.title}: ${name}`, lines: [localized(next)], buttons };
}
