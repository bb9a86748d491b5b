import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { explain } from '../core/errors.ts';
import { background, guarded } from '../core/guarded.ts';
import type { SavedCapture } from './capture/captures.ts';
import { runCaptureTask } from './capture/launches/capture-task.ts';
import { captureLaunch, type Launch } from './capture/launches/debug-launches.ts';
import { type CommandHandlers, commandHandlers } from './commands.ts';
import type { CommandName } from './contributions/commands.ts';
import { settingId } from './contributions/settings.ts';
import { FileSession } from './page/file-session.ts';
import type { SessionEditors } from './page/session-editor.ts';
import { createParts, type Parts } from './parts.ts';
import { shortFacts } from './sessions/facts/session-texts.ts';
import type { DoneSteps } from './sessions/sample/done-steps.ts';
import { sampleFile } from './sessions/sample/sample-files.ts';
import { openLink } from './share/open-link.ts';
import type { StartItems } from './side-bar/start-items.ts';
import { LIBRARY_SCHEME } from './sources/library-sources.ts';
import { openLog } from './surface/log.ts';
import type { RowTree, TreeView } from './surface/trees.ts';
import { reportError } from './surface/vscode/report-error.ts';
import { requireTrust } from './surface/vscode/require-trust.ts';
import { readSettings } from './surface/vscode/settings.ts';
import { reportUnexpected, Unexpected, unexpected } from './surface/vscode/unexpected.ts';

/** @param items of the status bar while nothing is recorded */
export function createLaglens(context: vscode.ExtensionContext, items: StartItems, steps: DoneSteps): Laglens {
  return new Laglens(context, items, steps);
}

/** The extension behind its commands and editors. */
export class Laglens {
  readonly #context: vscode.ExtensionContext;
  readonly #parts: Parts;
  readonly #handlers: CommandHandlers;
  readonly #steps: DoneSteps;

  constructor(context: vscode.ExtensionContext, items: StartItems, steps: DoneSteps) {
    this.#context = context;
    this.#steps = steps;
    const channel = openLog('Laglens');
    const log = (error: unknown): void => channel.error(explain(error));
    reportUnexpected(new Unexpected(log, (error) => background(reportError(error, channel), log)));
    this.#parts = createParts(context, channel);
    this.#handlers = commandHandlers(context, this.#parts, (target) => this.run('diagnose', target));
    background(this.#parts.offers.offerAll(), unexpected);
    this.#subscribe(context.subscriptions);
    this.#showInStatusBar(items, context.subscriptions);
  }

  get editors(): SessionEditors {
    return this.#parts.editors;
  }

  /** Runs a command; shows errors with their next step, never throws. */
  async run(command: CommandName, argument: unknown): Promise<void> {
    const { captures, log } = this.#parts;
    try {
      await this.#handlers[command](argument);
      if (command === 'diagnose') this.#steps.done('diagnose');
      if (command === 'openSample') this.#steps.done('sample');
    } catch (error) {
      const isStart = command === 'start' || command === 'startFromLaunch';
      const again = isStart ? (captures.chosen ?? argument) : argument;
      await reportError(error, log, () => this.run(command, again));
    }
  }

  /** Restores the panel after a reload with the file of its ended capture. */
  async restorePanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const stored = await this.#parts.stored.withKey(Object(state).session);
    if (stored === undefined) panel.dispose();
    else this.#parts.panel.restore(panel, new FileSession(stored, this.#parts.files));
  }

  /** Opens a link to a view of a session file. */
  async openLink(link: vscode.Uri): Promise<void> {
    const { library, editors, log } = this.#parts;
    const own = [library.folder, dirname(sampleFile(this.#context.extensionUri).fsPath)];
    await openLink(link, editors, own).catch((error: unknown) => reportError(error, log));
  }

  /** Captures as a task names it, until the capture ends. @throws LaglensError when it does not start */
  async runTask(definition: unknown, show: (line: string) => void, signal: AbortSignal): Promise<void> {
    requireTrust();
    await runCaptureTask(this.#parts.captures, definition, show, signal);
  }

  /** Captures the app of a launch configuration that the settings name. */
  async launched(launch: Launch): Promise<void> {
    const { captures, log } = this.#parts;
    try {
      requireTrust();
      await captureLaunch({ captures, memory: this.#context.workspaceState }, launch);
    } catch (error) {
      await reportError(error, log);
    }
  }

  /** Rows of the view Sessions, which is shown for the first time. */
  sessionsTree(view: TreeView): RowTree {
    return this.#parts.sideBar.sessionsTree(view);
  }

  /** Rows of the view Devices & Apps, which is shown for the first time. */
  devicesTree(view: TreeView): RowTree {
    return this.#parts.sideBar.devicesTree(view);
  }

  close(): Promise<void> {
    return this.#parts.captures.close();
  }

  #subscribe(subscriptions: vscode.Disposable[]): void {
    const { log, heat, symbols, baseline, finder, devices, pages, windowSession, sideBar } = this.#parts;
    const showBaseline = (): void => {
      for (const page of pages) background(page.refreshBaseline(), unexpected);
    };
    const foldersChanged = (): void => {
      devices.foldersChanged();
      symbols.placesChanged();
    };
    subscriptions.push(
      log,
      heat,
      symbols,
      sideBar,
      baseline.onDidChange(guarded(showBaseline, unexpected)),
      symbols.onDidAsk(guarded(() => windowSession.current?.nameAfterEnd(), unexpected)),
      vscode.workspace.registerTextDocumentContentProvider(LIBRARY_SCHEME, finder.libraries),
      vscode.workspace.onDidChangeConfiguration(guarded((event) => this.#settingsChanged(event), unexpected)),
      vscode.workspace.onDidChangeWorkspaceFolders(guarded(foldersChanged, unexpected)),
    );
  }

  #showInStatusBar(items: StartItems, subscriptions: vscode.Disposable[]): void {
    const { captures } = this.#parts;
    const showState = (): void => {
      items.isRecording = captures.recorded !== undefined;
      if (items.isRecording) this.#steps.done('capture');
    };
    const showSaved = ({ file, title, facts }: SavedCapture): void => {
      items.showSaved({ file, title, lags: shortFacts(facts) });
    };
    subscriptions.push(captures.onDidChange(guarded(showState, unexpected)), captures.onDidSave(guarded(showSaved, unexpected)));
  }

  #settingsChanged(event: vscode.ConfigurationChangeEvent): void {
    if (!event.affectsConfiguration('laglens')) return;
    const { devices, symbols, captures, pages, windowSession } = this.#parts;
    devices.settingsChanged(event);
    if (event.affectsConfiguration(settingId('symbolPaths'))) symbols.placesChanged();
    captures.settingsChanged();
    const { thresholdUs, limits } = readSettings();
    const areLimits = event.affectsConfiguration('laglens.limits');
    const isThreshold = event.affectsConfiguration(settingId('threshold'));
    // It may be on no page.
    if (isThreshold && windowSession.current !== undefined) windowSession.current.thresholdUs = thresholdUs;
    if (areLimits && windowSession.current?.limits !== undefined) windowSession.current.limits = limits;
    for (const page of pages) {
      if (areLimits) page.setLimits(limits);
      if (isThreshold) page.setThreshold(thresholdUs);
      if (event.affectsConfiguration(settingId('appPackages'))) background(page.refreshAppClasses(), unexpected);
    }
  }
}
