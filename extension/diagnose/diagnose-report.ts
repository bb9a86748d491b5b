import * as vscode from 'vscode';
import { background } from '../../core/guarded.ts';
import { terminalText } from '../../core/text/terminal-text.ts';
import type { DeviceProvider } from '../../host/devices/device.ts';
import { reportText, stepText } from '../../host/diagnose/diagnosis-report.ts';
import { diagnose } from '../../host/diagnose/run-diagnosis.ts';
import { type Step, stepNames, stepTitles } from '../../host/diagnose/steps.ts';
import { askChoice, askConsent } from '../capture/device-changes.ts';
import type { LastChoice } from '../capture/last-choice.ts';
import type { StartArguments } from '../capture/start-arguments.ts';
import type { Log } from '../surface/log.ts';
import { inform, warn } from '../surface/notifications.ts';
import { withNotification } from '../surface/progress.ts';
import { nextButton } from '../vscode/report-error.ts';
import { unexpected } from '../vscode/unexpected.ts';
import { chooseApp, chooseDevice } from './diagnose-target.ts';

const SCHEME = 'laglens-report';
/** The manifest wraps lines of this language. */
const LANGUAGE = 'laglens-report';

interface DiagnoseServices {
  readonly providers: readonly DeviceProvider[];
  readonly version: string;
  readonly log: Log;
  /** Arguments of the command; missing ones are asked for. */
  readonly target: StartArguments;
  readonly last: LastChoice | undefined;
  retry(target: StartArguments): Thenable<unknown>;
}

/** The report, a read-only document that grows with each step. */
export class DiagnoseReport implements vscode.TextDocumentContentProvider {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #uri = vscode.Uri.from({ scheme: SCHEME, path: vscode.l10n.t('Laglens Troubleshooting') });
  #text = '';

  constructor(subscriptions: vscode.Disposable[]) {
    subscriptions.push(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  provideTextDocumentContent(): string {
    return this.#text;
  }

  /** Tries each step of a capture and shows its result. @throws when cancelled */
  async run(services: DiagnoseServices): Promise<void> {
    const { providers, version, log, target, last } = services;
    const device = target.device ?? (await chooseDevice(providers, last?.device, log));
    let { app } = target;
    this.#show(vscode.l10n.t('Running the steps of a real capture…'));
    const document = await vscode.workspace.openTextDocument(this.#uri);
    await vscode.window.showTextDocument(await vscode.languages.setTextDocumentLanguage(document, LANGUAGE), { preview: false });
    const steps = await withNotification(vscode.l10n.t('Laglens: checking…'), (signal, show) => {
      const done: Step[] = [];
      const announce = (): void => {
        const next = stepNames[done.length];
        if (next !== undefined) show(stepTitles[next]);
      };
      announce();
      return diagnose({
        providers,
        ...(device === 'phone' ? { phonesOnly: true } : { device }),
        app: target.app,
        chooseApp: async (rows) => {
          const chosen = await chooseApp(rows, last?.app);
          app = chosen.id;
          return chosen;
        },
        launch: target.launch === true,
        activity: target.activity,
        consent: askConsent,
        choose: askChoice,
        version,
        workspaceFolders: (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath),
        signal,
        onStep: (step) => {
          done.push(step);
          this.#show(done.map(stepText).join('\n'));
          announce();
        },
        log: (line) => log.info(line),
      });
    });
    const report = terminalText(reportText(steps, version));
    this.#show(report);
    log.info(report);
    // The retry asks nothing again.
    const again = { ...target, device, ...(app === undefined ? {} : { app }) };
    background(
      offerNext(steps, report, () => services.retry(again)),
      unexpected,
    );
  }

  #show(text: string): void {
    this.#text = `${terminalText(text).trimEnd()}\n`;
    this.#changed.fire(this.#uri);
  }
}

/** Offers the first failed step's action, and the report to copy. */
async function offerNext(steps: readonly Step[], report: string, retry: () => Thenable<unknown>): Promise<void> {
  const copy = vscode.l10n.t('Copy Report');
  const broken = steps.find((step) => step.verdict === 'failed');
  if (broken === undefined) {
    const chosen = await inform(vscode.l10n.t('Everything works.'), copy);
    if (chosen === copy) await vscode.env.clipboard.writeText(report);
    return;
  }
  // `diagnose` itself is running already.
  const action = broken.action === undefined || broken.action === 'diagnose' ? 'retry' : broken.action;
  const button = nextButton(action, retry);
  const text = `${stepTitles[broken.name]}: ${broken.text} ${broken.next ?? ''}`;
  const chosen = await warn(text, ...(button ? [button.label] : []), copy);
  if (chosen === copy) await vscode.env.clipboard.writeText(report);
  else if (chosen !== undefined) await button?.target();
}
