import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { explain, LaglensError } from '../core/errors.ts';
import { SessionLibrary } from '../host/capture/library.ts';
import { recoverJournals } from '../host/capture/recover.ts';
import { AgentFiles } from '../host/devices/agent-files.ts';
import { AndroidProvider } from '../host/devices/android/provider.ts';
import type { DeviceProvider } from '../host/devices/device.ts';
import { IosProvider } from '../host/devices/ios/provider.ts';
import { mayHaveXcode } from '../host/devices/ios/xcrun.ts';
import { JvmProvider } from '../host/devices/jvm/provider.ts';
import { SimulatorProvider } from '../host/devices/simulator/provider.ts';
import type { CommandName } from './activate.ts';
import { BaselineStore } from './baseline/baseline-store.ts';
import { tellBaseline } from './baseline/tell-baseline.ts';
import { Captures } from './capture/captures.ts';
import { lastChoice } from './capture/last-choice.ts';
import { LeftCopies } from './capture/left-copies.ts';
import { LeftCopyOffers } from './capture/left-copy-offers.ts';
import { type StartArguments, startArguments } from './capture/start-arguments.ts';
import { DiagnoseReport } from './diagnose.ts';
import { EditorHeat } from './editor/editor-heat.ts';
import { showInLaglens } from './editor/show-in-laglens.ts';
import { type FileNaming, FileSession, sessionKey } from './page/file-session.ts';
import type { PageHost, PageServices } from './page/page-host.ts';
import type { PageSource } from './page/page-source.ts';
import { Panel } from './page/panel.ts';
import { SessionEditors } from './page/session-editor.ts';
import { pickSession } from './pick-session.ts';
import { reportError } from './report-error.ts';
import { readSettings } from './settings.ts';
import { openLink } from './share/open-link.ts';
import { Share } from './share/share.ts';
import { TextDocuments } from './share/text-document.ts';
import { AppPackages } from './sources/app-packages.ts';
import { LIBRARY_SCHEME } from './sources/library-sources.ts';
import { openSource } from './sources/open-source.ts';
import { SourceFinder } from './sources/source-finder.ts';
import { locateSymbols } from './symbols/locate-symbols.ts';
import { SymbolService } from './symbols/symbol-service.ts';
import { requireTrust } from './trust.ts';

/** What the commands for sharing wish. */
const shareCommands = {
  share: 'choose',
  sharePage: 'page',
  shareFile: 'file',
  keepLag: 'lag',
  copyMarkdown: 'markdown',
  openAsText: 'text',
} as const;

/** Puts the parts together. Called once, by whatever comes first. */
export function createLaglens(context: vscode.ExtensionContext): Laglens {
  return new Laglens(context);
}

/** The extension behind its commands and editors. */
export class Laglens {
  readonly editors: SessionEditors;
  readonly #context: vscode.ExtensionContext;
  readonly #log = vscode.window.createOutputChannel('Laglens', { log: true });
  readonly #panel: Panel;
  readonly #captures: Captures;
  readonly #packages: AppPackages;
  readonly #library: SessionLibrary;
  readonly #symbols: SymbolService;
  readonly #naming: FileNaming;
  readonly #leftCopies: LeftCopies;
  readonly #baseline: BaselineStore;
  readonly #heat: EditorHeat;
  #providers: readonly DeviceProvider[] | undefined;
  #recovery: Promise<void> | undefined;
  #report: DiagnoseReport | undefined;

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
    const { subscriptions } = context;
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
      setBaseline: async (baseline) => {
        await this.#baseline.set(baseline);
        if ((await tellBaseline(baseline)) === 'clear') await this.#baseline.clear();
      },
      clearBaseline: () => this.#baseline.clear(),
      share: (source, wish, at) => share.share(source, wish, at),
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
    const report = (error: unknown): void => void reportError(error, this.#log);
    const providers = (): readonly DeviceProvider[] => this.#allProviders();
    this.#leftCopies = new LeftCopies(context.globalState, report);
    const offers = new LeftCopyOffers({ notes: this.#leftCopies, log: this.#log, providers, report });
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
      begins: (device, app) => void offers.offerOn(device, app),
    });
    void offers.offerAll();
    subscriptions.push(
      this.#log,
      this.#heat,
      this.#symbols,
      this.#baseline.onDidChange(() => {
        for (const host of this.#hosts()) void host.refreshBaseline();
      }),
      this.#symbols.onDidAsk(() => this.#captures.session?.nameAfterEnd()),
      vscode.workspace.registerTextDocumentContentProvider(LIBRARY_SCHEME, finder.libraries),
      vscode.workspace.onDidChangeConfiguration((event) => this.#settingsChanged(event)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#providers = undefined;
        this.#symbols.placesChanged();
      }),
    );
  }

  /** Runs a command; what goes wrong is shown with its next step, never thrown at VS Code. */
  async run(command: CommandName, argument: unknown): Promise<void> {
    try {
      await this.#obey(command, argument);
    } catch (error) {
      const isStart = command === 'start' || command === 'startFromLaunch';
      const again = isStart ? (this.#captures.chosen ?? argument) : argument;
      await reportError(error, this.#log, () => this.run(command, again));
    }
  }

  /** Brings the panel back after a reload: its capture has ended with the window, its file is shown. */
  async restorePanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const shown: unknown = Object(state).session;
    await this.#recover();
    const stored = (await this.#library.sessions()).map(({ path }) => vscode.Uri.file(path)).find((uri) => sessionKey(uri) === shown);
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
    return this.#captures.stop();
  }

  async #obey(command: CommandName, argument: unknown): Promise<void> {
    switch (command) {
      case 'start':
        requireTrust();
        await this.#recover();
        return this.#captures.start(startArguments(argument));
      case 'startFromLaunch':
        requireTrust();
        await this.#recover();
        return this.#captures.start({ ...startArguments(argument), launch: true });
      case 'repeat':
        requireTrust();
        await this.#recover();
        return this.#captures.repeat();
      case 'stop':
        return this.#captures.stop();
      case 'mark':
        return this.#captures.mark(markName(argument));
      case 'show':
        if (this.#captures.session) this.#panel.show(this.#captures.session, false);
        return;
      case 'saveAs':
        return this.#saveAs();
      case 'openSession':
        return this.#openSession();
      case 'openSample':
        await this.#recover();
        return open(this.#sampleUri);
      case 'diagnose':
        requireTrust();
        return this.#diagnose(startArguments(argument));
      case 'showSymbols':
        return this.#showSymbols();
      case 'showInLaglens':
        return showInLaglens(this.#heat, argument, (source) => this.#pageOf(source));
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
        this.#page?.share(shareCommands[command]);
        return;
      case 'setBaseline':
        return this.#setBaseline();
      case 'clearBaseline':
        return this.#baseline.clear();
      case 'showLog':
        this.#log.show();
    }
  }

  /** The page of a session; one of this window's capture is made when there is none. */
  #pageOf(source: PageSource): PageHost | undefined {
    const { session } = this.#captures;
    if (session === source && this.#panel.host?.source !== source) this.#panel.show(session, false);
    return [...this.#hosts()].find((host) => host.source === source);
  }

  #diagnose(given: StartArguments): Promise<void> {
    this.#report ??= new DiagnoseReport(this.#context.subscriptions);
    const last = lastChoice(this.#context.workspaceState);
    const retry = (again: StartArguments): Promise<void> => this.run('diagnose', again);
    return this.#report.run({ providers: this.#allProviders(), version: this.#version, log: this.#log, target: given, last, retry });
  }

  get #version(): string {
    return String(this.#context.extension.packageJSON.version);
  }

  get #sampleUri(): vscode.Uri {
    return vscode.Uri.joinPath(this.#context.extensionUri, 'media', 'sample', 'shop.laglens');
  }

  #allProviders(): readonly DeviceProvider[] {
    const { adbPath, adbServer, xcrunPath } = readSettings();
    const agents = new AgentFiles(vscode.Uri.joinPath(this.#context.extensionUri, 'device-agents', 'prebuilt').fsPath);
    const workspaceFolders = (vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ uri }) => uri.fsPath);
    // Run on the reader's side of a remote window, the extension has the phones of that computer.
    const isRemote = this.#context.extension.extensionKind === vscode.ExtensionKind.Workspace;
    const android = { adbPath, adbServer, workspaceFolders, remote: isRemote ? vscode.env.remoteName : undefined };
    const apple = { xcrunPath, workspaceFolders };
    const simulators = mayHaveXcode(apple) ? [new SimulatorProvider(agents, apple)] : [];
    this.#providers ??= [
      new AndroidProvider(agents, android),
      new IosProvider(agents, apple, this.#leftCopies),
      ...simulators,
      new JvmProvider(agents),
    ];
    return this.#providers;
  }

  /** The page that is looked at: the one with the focus, else one on the screen. */
  get #page(): PageHost | undefined {
    return this.editors.activeHost ?? (this.#panel.isVisible ? this.#panel.host : undefined) ?? this.editors.visibleHost;
  }

  /** In the page that is looked at, else in that of the capture. */
  #showSymbols(): void {
    if (this.#page === undefined && this.#captures.session !== undefined) this.#panel.show(this.#captures.session, false);
    const page = this.#page ?? this.#panel.host;
    page?.showSymbols();
    if (page !== undefined) return;
    throw new LaglensError({
      code: 'session-not-found',
      message: vscode.l10n.t('There are no symbols to show: no session is open.'),
      next: vscode.l10n.t('Start a capture, or open a stored session.'),
    });
  }

  /** The session that is looked at, else that of the capture, becomes what others are compared with. */
  #setBaseline(): void {
    if (this.#page === undefined && this.#captures.session !== undefined) this.#panel.show(this.#captures.session, false);
    const page = this.#page ?? this.#panel.host;
    page?.setBaseline();
    if (page !== undefined) return;
    throw new LaglensError({
      code: 'session-not-found',
      message: vscode.l10n.t('There is no session to compare others with: none is open and nothing was captured in this window.'),
      next: vscode.l10n.t('Start a capture, or open a stored session.'),
    });
  }

  /** Saves the session that is looked at, else the capture's. */
  async #saveAs(): Promise<void> {
    const shown = this.#page?.source ?? this.#captures.session;
    if (shown === undefined) {
      throw new LaglensError({
        code: 'session-not-found',
        message: vscode.l10n.t('There is no session to save: none is open and nothing was captured in this window.'),
        next: vscode.l10n.t('Start a capture, or open a stored session.'),
      });
    }
    await shown.save();
  }

  /** The newest sessions of the storage, and the way to any file. */
  async #openSession(): Promise<void> {
    await this.#recover();
    const picked = await pickSession(this.#library, (error) => void reportError(error, this.#log));
    if (picked === undefined) return;
    if (picked !== 'browse') return open(picked);
    const filters = { [vscode.l10n.t('Laglens session')]: ['laglens'] };
    for (const uri of (await vscode.window.showOpenDialog({ filters, canSelectMany: true })) ?? []) await open(uri);
  }

  /** Completes recordings that a killed editor left behind, and offers to open them. Once per window. */
  #recover(): Promise<void> {
    // What cannot be recovered must not stand in the way of what was asked for; it stays where it is for the next time.
    this.#recovery ??= this.#recoverOnce().catch((error: unknown) => void reportError(error, this.#log));
    return this.#recovery;
  }

  async #recoverOnce(): Promise<void> {
    const recovered = await recoverJournals(this.#library.folder, (error) => void reportError(error, this.#log));
    const newest = recovered.at(-1);
    if (newest === undefined) return;
    const show = vscode.l10n.t('Open');
    const text =
      recovered.length === 1
        ? vscode.l10n.t('A recording that was cut off when VS Code ended has been recovered.')
        : vscode.l10n.t('{0} recordings that were cut off when VS Code ended have been recovered.', recovered.length);
    // Nobody waits for the answer: the command that came first goes on.
    void vscode.window.showInformationMessage(text, show).then(async (answer) => {
      if (answer === show) await open(vscode.Uri.file(newest));
    });
  }

  #settingsChanged(event: vscode.ConfigurationChangeEvent): void {
    if (!event.affectsConfiguration('laglens')) return;
    const places = ['laglens.adbPath', 'laglens.adbServer', 'laglens.xcrunPath'];
    if (places.some((name) => event.affectsConfiguration(name))) this.#providers = undefined;
    if (event.affectsConfiguration('laglens.symbolPaths')) this.#symbols.placesChanged();
    this.#captures.settingsChanged();
    if (event.affectsConfiguration('laglens.threshold')) this.#captures.setThreshold(readSettings().thresholdUs);
    for (const host of this.#hosts()) {
      if (event.affectsConfiguration('laglens.threshold')) host.setThreshold(readSettings().thresholdUs);
      if (event.affectsConfiguration('laglens.appPackages')) void host.refreshAppClasses();
    }
  }

  *#hosts(): Generator<PageHost> {
    yield* this.editors.hosts;
    if (this.#panel.host) yield this.#panel.host;
  }
}

/** A keybinding or task may name the mark: `{"name": "checkout"}`. */
function markName(argument: unknown): string | undefined {
  const name: unknown = Object(argument).name;
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : undefined;
}

async function open(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', uri, 'laglens.session');
}
