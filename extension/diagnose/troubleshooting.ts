import type * as vscode from 'vscode';
import { background } from '../../core/guarded.ts';
import { terminalText } from '../../core/text/terminal-text.ts';
import type { DeviceProvider } from '../../host/devices/device.ts';
import { reportText } from '../../host/diagnose/diagnosis-report.ts';
import type { LastChoice } from '../capture/last-choice.ts';
import type { StartArguments } from '../capture/start-arguments.ts';
import type { Log } from '../surface/log.ts';
import { type ButtonContext, pressButton } from './check-buttons.ts';
import { CheckRun } from './check-run.ts';
import { chooseDevice, usualDevice } from './diagnose-target.ts';
import { ReportDocument } from './report-document.ts';
import { isCheckButton, shownChecks } from './shown-checks.ts';
import { TroubleshootPanel } from './troubleshoot-panel.ts';

export interface TroubleshootServices {
  readonly extension: vscode.Uri;
  readonly version: string;
  readonly log: Log;
  readonly subscriptions: vscode.Disposable[];
  providers(): readonly DeviceProvider[];
  last(): LastChoice | undefined;
  /** Runs the command, which shows its errors. */
  again(target: StartArguments): Thenable<unknown>;
  report(error: unknown): void;
}

/** The page of *Troubleshoot Connection* and its latest run. */
export class Troubleshooting {
  readonly #services: TroubleshootServices;
  readonly #document: ReportDocument;
  #panel: TroubleshootPanel | undefined;
  #run: CheckRun | undefined;

  constructor(services: TroubleshootServices) {
    this.#services = services;
    this.#document = new ReportDocument(services.subscriptions, () => this.#text);
  }

  /** Performs the steps of a capture in the page. Missing arguments are asked for. @throws when cancelled before the first step */
  async run(target: StartArguments): Promise<void> {
    const { log, version, providers, last } = this.#services;
    const device = target.device ?? (await usualDevice(providers(), last()?.device, log));
    const before = this.#run;
    const run = new CheckRun({
      ...{ providers: providers(), version, target: { ...target, device }, last: last() },
      changed: () => this.#run === run && this.#show(),
      log: (line) => log.info(line),
    });
    this.#run = run;
    this.#openPanel();
    this.#show();
    // Two test captures of one app would meet.
    await before?.stop();
    if (this.#run !== run) return;
    await run.start();
    log.info(this.#text);
  }

  /** The report for a bug report, with error codes. */
  get #text(): string {
    return `${terminalText(reportText(this.#run?.steps ?? [], this.#services.version)).trimEnd()}\n`;
  }

  #openPanel(): void {
    if (this.#panel !== undefined) {
      this.#panel.reveal();
      return;
    }
    const { extension, log } = this.#services;
    this.#panel = new TroubleshootPanel({
      extension,
      log,
      pressed: (button) => this.#pressed(button),
      closed: () => this.#closed(),
    });
  }

  #show(): void {
    const run = this.#run;
    if (run === undefined) return;
    this.#panel?.show(shownChecks(run.checklist));
    this.#document.update();
  }

  #pressed(id: string): void {
    const run = this.#run;
    if (run === undefined || !isCheckButton(id)) return;
    const { again, log, report, providers, last } = this.#services;
    const context: ButtonContext = {
      target: run.target,
      reportText: this.#text,
      again,
      chooseDevice: () => chooseDevice(providers(), last()?.device, log),
      stop: () => run.stop(),
      showText: () => this.#document.show(),
      showLog: () => log.show(),
    };
    background(pressButton(id, context), report);
  }

  #closed(): void {
    this.#panel = undefined;
    const run = this.#run;
    if (run !== undefined) background(run.stop(), (error) => this.#services.report(error));
  }
}
