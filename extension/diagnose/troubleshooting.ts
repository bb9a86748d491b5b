import type * as vscode from 'vscode';
import { background, guarded } from '../../core/guarded.ts';
import { terminalText } from '../../core/text/terminal-text.ts';
import { lacksDevice, lacksTools } from '../../host/diagnose/checklist.ts';
import type { LastChoice } from '../capture/last-choice.ts';
import type { StartArguments } from '../capture/start-arguments.ts';
import type { Log } from '../surface/log.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import { type ButtonContext, pressButton } from './check-buttons.ts';
import { CheckRun } from './check-run.ts';
import { chooseDevice, usualDevice } from './diagnose-target.ts';
import { PhoneWatch, type WatchedDevices } from './phone-watch.ts';
import { ReportDocument } from './report-document.ts';
import { isCheckButton, shownChecks } from './shown-checks.ts';
import { withConnection } from './shown-guide.ts';
import { newTroubleshootPanel, type TroubleshootPanel } from './troubleshoot-panel.ts';

export interface TroubleshootServices {
  readonly extension: vscode.Uri;
  readonly version: string;
  readonly log: Log;
  readonly subscriptions: vscode.Disposable[];
  readonly devices: WatchedDevices;
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
  /** Resolves when no earlier run has changes on a device. */
  #idle: Promise<void> = Promise.resolve();
  /** Follows phones while none was reached. */
  readonly #watch: PhoneWatch;

  constructor(services: TroubleshootServices) {
    const { devices, subscriptions } = services;
    this.#services = services;
    this.#document = new ReportDocument(subscriptions, () => textOf(this.#run));
    this.#watch = new PhoneWatch(devices, () => this.#show());
    subscriptions.push({ dispose: () => this.#watch.stop() }, devices.onDidChange(guarded(() => this.#devicesChanged(), unexpected)));
  }

  /** Performs the steps of a capture in the page. Missing arguments are asked for. @throws when cancelled before the first step */
  async run(target: StartArguments): Promise<void> {
    const { log, version, devices, last } = this.#services;
    const device = target.device ?? (await usualDevice(devices.all, last()?.device, log));
    const before = this.#run;
    const run = new CheckRun({
      ...{ providers: devices.all, version, target: { ...target, device }, last: last() },
      changed: () => this.#run === run && this.#show(),
      log: (line) => log.info(line),
    });
    this.#run = run;
    this.#watch.stop();
    this.#openPanel();
    this.#show();
    // Two test captures of one app would meet, also while one before the last is being undone.
    const stopped = before?.stop();
    this.#idle = this.#idle.then(() => stopped);
    await this.#idle;
    if (this.#run !== run) return;
    await run.start();
    log.info(textOf(run));
    this.#follow();
  }

  #openPanel(): void {
    if (this.#panel !== undefined) {
      this.#panel.reveal();
      return;
    }
    const { extension, log } = this.#services;
    this.#panel = newTroubleshootPanel({
      extension,
      log,
      pressed: ({ button }) => this.#pressed(button),
      closed: () => this.#closed(),
      visibilityChanged: () => this.#follow(),
    });
  }

  #show(): void {
    const run = this.#run;
    if (run === undefined) return;
    this.#panel?.show(withConnection(shownChecks(run.checklist), this.#watch.connection));
    this.#document.update();
  }

  /** Follows phones while the page is visible and none was reached. */
  #follow(): void {
    const run = this.#run;
    const isWanted = run !== undefined && this.#panel?.isVisible === true && lacksDevice(run.checklist);
    if (!isWanted) this.#watch.stop();
    else if (!this.#watch.isWatching) this.#watch.start(run.target.device === 'phone' ? undefined : run.target.device);
  }

  /** A setting names other tools now. */
  #devicesChanged(): void {
    const run = this.#run;
    if (run === undefined || !this.#watch.isWatching) return;
    this.#watch.stop();
    if (lacksTools(run.checklist)) background(this.run(run.target), (error) => this.#services.report(error));
    else this.#follow();
  }

  #pressed(id: string): void {
    const run = this.#run;
    if (run === undefined || !isCheckButton(id)) return;
    const { again, log, report, devices, last } = this.#services;
    const { connection } = this.#watch;
    const context: ButtonContext = {
      target: connection !== undefined && 'ready' in connection ? { ...run.target, device: connection.ready.id } : run.target,
      reportText: textOf(run),
      again,
      chooseDevice: () => chooseDevice(devices.all, last()?.device, log),
      stop: () => run.stop(),
      showText: () => this.#document.show(),
      showLog: () => log.show(),
    };
    background(pressButton(id, context), report);
  }

  #closed(): void {
    this.#panel = undefined;
    this.#watch.stop();
    const run = this.#run;
    if (run !== undefined) background(run.stop(), (error) => this.#services.report(error));
  }
}

function textOf(run: CheckRun | undefined): string {
  return `${terminalText(run?.report ?? '').trimEnd()}\n`;
}
