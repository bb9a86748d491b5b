import * as vscode from 'vscode';
import type { DeviceProvider } from '../host/devices/device.ts';
import { diagnose } from '../host/diagnose/diagnose.ts';
import { reportText, stepText } from '../host/diagnose/report.ts';
import { type Step, stepNames, stepTitles } from '../host/diagnose/steps.ts';
import type { StartArguments } from './capture/start-arguments.ts';

const SCHEME = 'laglens-report';

export interface DiagnoseServices {
  readonly providers: readonly DeviceProvider[];
  readonly version: string;
  readonly log: vscode.LogOutputChannel;
  /** What is looked at: what the command was given, else what was captured last. */
  readonly target: StartArguments;
}

/** The report as a read-only document that fills while the steps are walked. */
export class DiagnoseReport implements vscode.TextDocumentContentProvider {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #uri = vscode.Uri.from({ scheme: SCHEME, path: vscode.l10n.t('Laglens Diagnose') });
  #text = '';

  constructor(subscriptions: vscode.Disposable[]) {
    subscriptions.push(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  provideTextDocumentContent(): string {
    return this.#text;
  }

  /** Walks the whole way of a capture and shows each step as it is done. @throws when cancelled */
  async run(services: DiagnoseServices): Promise<void> {
    const { providers, version, log, target } = services;
    const options = { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Laglens diagnoses'), cancellable: true };
    this.#show(vscode.l10n.t('Each step is tried as a capture would go it…'));
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(this.#uri), { preview: false });
    const steps = await vscode.window.withProgress(options, (progress, token) => {
      const cancelling = new AbortController();
      token.onCancellationRequested(() => cancelling.abort());
      const done: Step[] = [];
      const announce = (): void => {
        const next = stepNames[done.length];
        if (next !== undefined) progress.report({ message: stepTitles[next] });
      };
      announce();
      return diagnose({
        providers,
        device: target.device,
        app: target.app,
        launch: target.launch === true,
        version,
        workspaceFolders: (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath),
        signal: cancelling.signal,
        onStep: (step) => {
          done.push(step);
          this.#show(done.map(stepText).join('\n'));
          announce();
        },
        log: (line) => log.info(line),
      });
    });
    const report = reportText(steps, version);
    this.#show(report);
    log.info(report);
    void offerToCopy(steps, report);
  }

  #show(text: string): void {
    this.#text = `${text.trimEnd()}\n`;
    this.#changed.fire(this.#uri);
  }
}

async function offerToCopy(steps: readonly Step[], report: string): Promise<void> {
  const copy = vscode.l10n.t('Copy Report');
  const broken = steps.find((step) => step.verdict === 'failed');
  const chosen =
    broken === undefined
      ? await vscode.window.showInformationMessage(vscode.l10n.t('All that was tried works.'), copy)
      : await vscode.window.showWarningMessage(`${stepTitles[broken.name]}: ${broken.text} ${broken.next ?? ''}`, copy);
  if (chosen === copy) await vscode.env.clipboard.writeText(report);
}
