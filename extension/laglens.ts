import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { explain } from '../core/errors.ts';
import { background, guarded } from '../core/guarded.ts';
import { SessionLibrary } from '../host/capture/library.ts';
import type { DeviceProvider } from '../host/devices/device.ts';
import type { CommandName } from './activate.ts';
import { BaselineStore } from './baseline/baseline-store.ts';
import { chooseRun } from './baseline/choose-run.ts';
import { keepBaseline } from './baseline/keep-baseline.ts';
import { Captures } from './capture/captures.ts';
import { DeviceProviders } from './capture/device-providers.ts';
import { lastChoice } from './capture/last-choice.ts';
import { markName } from './capture/mark-name.ts';
import { RestoreOffers } from './capture/restore-offers.ts';
import { SignedCopyRegistry } from './capture/signed-copies.ts';
import { type StartArguments, startArguments } from './capture/start-arguments.ts';
import { DiagnoseReport } from './diagnose/diagnose-report.ts';
import { EditorHeat } from './editor/editor-heat.ts';
import { showInLaglens } from './editor/show-in-laglens.ts';
import { FileSession, type FileSymbolication } from './page/file-session.ts';
import { OpenPages } from './page/open-pages.ts';
import type { PageServices } from './page/page-services.ts';
import { Panel } from './page/panel.ts';
import { SessionEditors } from './page/session-editor.ts';
import { openLink } from './share/open-link.ts';
import { Share } from './share/share.ts';
import { shareCommands } from './share/share-commands.ts';
import { TextDocuments } from './share/text-document.ts';
import { AppPackages } from './sources/app-packages.ts';
import { LIBRARY_SCHEME } from './sources/library-sources.ts';
import { openSource } from './sources/open-source.ts';
import { SourceFinder } from './sources/source-finder.ts';
import { openSession, StoredSessions } from './stored/stored-sessions.ts';
import { openLog } from './surface/log.ts';
import { locateSymbols } from './symbols/locate-symbols.ts';
import { SymbolService } from './symbols/symbol-service.ts';
import { reportError } from './vscode/report-error.ts';
import { readSettings } from './vscode/settings.ts';
import { requireTrust } from './vscode/trust.ts';
import { reportUnexpected, Unexpected, unexpected } from './vscode/unexpected.ts';

/** Puts the parts together. Called once, by whatever comes first. */
export function createLaglens(context: vscode.ExtensionContext): Laglens {
  return new Laglens(context);
}

/** The extension behind its commands and editors. */
export class Laglens {
  readonly editors: SessionEditors;
  readonly #context: vscode.ExtensionContext;
  readonly #log = openLog('Laglens');
  readonly #panel: Panel;
  readonly #captures: Captures;
  readonly #packages: AppPackages;
  readonly #library: SessionLibrary;
  readonly #symbols: SymbolService;
  readonly #naming: FileSymbolication;
  readonly #baseline: BaselineStore;
  readonly #heat: EditorHeat;
  readonly #pages: OpenPages;
  readonly #stored: StoredSessions;
  readonly #providers: DeviceProviders;
  #report: DiagnoseReport | undefined;

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
    const { subscriptions } = context;
    const log = (error: unknown): void => this.#log.error(explain(error));
    reportUnexpected(new Unexpected(log, (error) => background(reportError(error, this.#log), log)));
    this.#packages = new AppPackages(this.#log, subscriptions);
    this.#library = new SessionLibrary(vscode.Uri.joinPath(context.globalStorageUri, 'sessions').fsPath);
    const finder = new SourceFinder(context.workspaceState, this.#log);
    this.#heat = new EditorHeat(finder, this.#log, (source) => source === this.#captures.session);
    const share = new Share({
      extension: context.extensionUri,
      finder,
      documents: new TextDocuments(subscriptions),
      thresholdUs: () => readSettings().thresholdUs,
      appClasses: () => services.appClasses(),
    });
    const services: PageServices = {
      extension: context.extensionUri,
      log: this.#log,
      thresholdUs: () => readSettings().thresholdUs,
      appClasses: async () => ({ packages: await this.#packages.find(), prefixes: readSettings().appPackages }),
      open: (source, beside) => openSource(finder, source, beside),
      retrySymbols: () => this.#symbols.retry(),
      locateSymbols: (wanted) => locateSymbols(this.#symbols, wanted),
      baseline: () => this.#baseline.get(),
      setBaseline: (baseline) => keepBaseline(this.#baseline, baseline),
      chooseRun,
      clearBaseline: () => this.#baseline.clear(),
      share: (source, kind, at) => share.share(source, kind, at),
      watcher: this.#heat,
    };
    this.#baseline = new BaselineStore(context.storageUri ?? context.globalStorageUri, this.#log);
    this.#symbols = new SymbolService(context.globalStorageUri, this.#log);
    this.#naming = {
      start: () => this.#symbols.ofRecording(),
      keeps: (path) => dirname(path) === this.#library.folder,
      failed: (error) => this.#log.warn(`Names could not be kept in the session: ${explain(error)}`),
    };
    this.editors = new SessionEditors(services, this.#naming);
    this.#panel = new Panel(services);
    const report = (error: unknown): void => background(reportError(error, this.#log), unexpected);
    const leftCopies = new SignedCopyRegistry(context.globalState, report);
    this.#providers = new DeviceProviders(context.extension, leftCopies);
    const providers = (): readonly DeviceProvider[] => this.#providers.all;
    const offers = new RestoreOffers({ notes: leftCopies, log: this.#log, providers, report });
    this.#captures = new Captures({
      log: this.#log,
      memory: context.workspaceState,
      version: this.#version,
      library: this.#library,
      panel: this.#panel,
      appClasses: () => services.appClasses(),
      providers,
      names: (add) => this.#symbols.ofCapture(add),
      naming: this.#naming,
      report,
      begins: (device, app) => background(offers.offerOn(device, app), unexpected),
    });
    this.#pages = new OpenPages(this.editors, this.#panel, () => this.#captures.session);
    this.#stored = new StoredSessions(this.#library, report);
    background(offers.offerAll(), unexpected);
    subscriptions.push(
      this.#log,
      this.#heat,
      this.#symbols,
      this.#baseline.onDidChange(
        guarded(() => {
          for (const page of this.#pages) background(page.refreshBaseline(), unexpected);
        }, unexpected),
      ),
      this.#symbols.onDidAsk(guarded(() => this.#captures.session?.nameAfterEnd(), unexpected)),
      vscode.workspace.registerTextDocumentContentProvider(LIBRARY_SCHEME, finder.libraries),
      vscode.workspace.onDidChangeConfiguration(guarded((event) => this.#settingsChanged(event), unexpected)),
      vscode.workspace.onDidChangeWorkspaceFolders(
        guarded(() => {
          this.#providers.foldersChanged();
          this.#symbols.placesChanged();
        }, unexpected),
      ),
    );
  }

  /** Runs a command; what goes wrong is shown with its next step, never thrown at VS Code. */
  async run(command: CommandName, argument: unknown): Promise<void> {
    try {
      await this.#execute(command, argument);
    } catch (error) {
      const isStart = command === 'start' || command === 'startFromLaunch';
      const again = isStart ? (this.#captures.chosen ?? argument) : argument;
      await reportError(error, this.#log, () => this.run(command, again));
    }
  }

  /** Brings the panel back after a reload: its capture has ended with the window, its file is shown. */
  async restorePanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const stored = await this.#stored.withKey(Object(state).session);
    if (stored === undefined) panel.dispose();
    else this.#panel.restore(panel, new FileSession(stored, this.#naming));
  }

  /** Follows a link to a view of a session file. */
  async openLink(link: vscode.Uri): Promise<void> {
    const own = [this.#library.folder, dirname(this.#sampleUri.fsPath)];
    await openLink(link, this.editors, own).catch((error: unknown) => reportError(error, this.#log));
  }

  /** Ends the capture of this window. */
  close(): Promise<void> {
    return this.#captures.close();
  }

  async #execute(command: CommandName, argument: unknown): Promise<void> {
    switch (command) {
      case 'start':
        requireTrust();
        await this.#stored.recover();
        return this.#captures.start(startArguments(argument));
      case 'startFromLaunch':
        requireTrust();
        await this.#stored.recover();
        return this.#captures.start({ ...startArguments(argument), launch: true });
      case 'repeat':
        requireTrust();
        await this.#stored.recover();
        return this.#captures.repeat();
      case 'stop':
        return this.#captures.stop();
      case 'mark':
        return this.#captures.mark(markName(argument));
      case 'show':
        return this.#pages.showCapture();
      case 'saveAs':
        return this.#pages.save();
      case 'openSession':
        return this.#stored.choose();
      case 'openSample':
        await this.#stored.recover();
        return openSession(this.#sampleUri);
      case 'diagnose':
        requireTrust();
        return this.#diagnose(startArguments(argument));
      case 'showSymbols':
        return this.#pages.showSymbols();
      case 'showInLaglens':
        return showInLaglens(this.#heat, argument, (source) => this.#pages.of(source));
      case 'clearHeat':
        return this.#heat.clear();
      case 'showHeat':
        return this.#heat.restore();
      case 'share':
      case 'sharePage':
      case 'shareFile':
      case 'keepLag':
      case 'copyMarkdown':
      case 'openAsText':
        return this.#pages.share(shareCommands[command]);
      case 'setBaseline':
        return this.#pages.setBaseline();
      case 'clearBaseline':
        return this.#baseline.clear();
      case 'showLog':
        this.#log.show();
    }
  }

  #diagnose(given: StartArguments): Promise<void> {
    this.#report ??= new DiagnoseReport(this.#context.subscriptions);
    const last = lastChoice(this.#context.workspaceState);
    const retry = (again: StartArguments): Promise<void> => this.run('diagnose', again);
    return this.#report.run({ providers: this.#providers.all, version: this.#version, log: this.#log, target: given, last, retry });
  }

  get #version(): string {
    return String(this.#context.extension.packageJSON.version);
  }

  get #sampleUri(): vscode.Uri {
    return vscode.Uri.joinPath(this.#context.extensionUri, 'media', 'sample', 'shop.laglens');
  }

  #settingsChanged(event: vscode.ConfigurationChangeEvent): void {
    if (!event.affectsConfiguration('laglens')) return;
    this.#providers.settingsChanged(event);
    if (event.affectsConfiguration('laglens.symbolPaths')) this.#symbols.placesChanged();
    this.#captures.settingsChanged();
    if (event.affectsConfiguration('laglens.threshold')) this.#captures.setThreshold(readSettings().thresholdUs);
    for (const page of this.#pages) {
      if (event.affectsConfiguration('laglens.threshold')) page.setThreshold(readSettings().thresholdUs);
      if (event.affectsConfiguration('laglens.appPackages')) background(page.refreshAppClasses(), unexpected);
    }
  }
}
