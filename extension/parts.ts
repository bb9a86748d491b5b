import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { AppLimits } from '../core/analysis/lags/app-limits.ts';
import { explain } from '../core/errors.ts';
import { background } from '../core/guarded.ts';
import { SessionLibrary } from '../host/capture/library.ts';
import type { DeviceProvider } from '../host/devices/device.ts';
import type { AppClasses } from '../protocol/page-protocol.ts';
import { Captures } from './capture/captures.ts';
import { DeviceProviders } from './capture/device-providers.ts';
import { WindowSession } from './capture/live/live-session.ts';
import { RestoreOffers } from './capture/restore-offers.ts';
import { SignedCopyRegistry } from './capture/signed-copies.ts';
import { commandId } from './contributions/commands.ts';
import { featureHandlers, foreignFiles } from './features.ts';
import { EditorHeat } from './heat/editor-heat.ts';
import type { FileServices } from './page/file-session.ts';
import { OpenFiles } from './page/open-files.ts';
import { OpenPages } from './page/open-pages.ts';
import type { PageServices } from './page/page-services.ts';
import { Panel } from './page/panel.ts';
import { SessionEditors } from './page/session-editor.ts';
import { ShownSources } from './page/shown-sources.ts';
import { chooseRun, keepBaseline } from './sessions/baseline/baseline-dialogs.ts';
import { BaselineStore } from './sessions/baseline/baseline-store.ts';
import { FactsThread } from './sessions/facts/facts-thread.ts';
import { StoredFacts } from './sessions/facts/stored-facts.ts';
import { SampleHints } from './sessions/sample/sample-hints.ts';
import { StoredSessions } from './sessions/stored-sessions.ts';
import { copyText } from './share/copy-text.ts';
import { Share } from './share/share.ts';
import { TargetFolder } from './share/target-folder.ts';
import { TextDocuments } from './share/text-document.ts';
import { SideBar } from './side-bar/side-bar.ts';
import { AppPackages } from './sources/app-packages.ts';
import { leaveFocus, openSource } from './sources/open-source.ts';
import { SourceFinder } from './sources/source-finder.ts';
import { locateSymbols } from './sources/symbols/locate-symbols.ts';
import { SymbolService } from './sources/symbols/symbol-service.ts';
import type { Log } from './surface/log.ts';
import { openSetting } from './surface/vscode/open-setting.ts';
import { reportError } from './surface/vscode/report-error.ts';
import { readSettings } from './surface/vscode/settings.ts';
import { unexpected } from './surface/vscode/unexpected.ts';

export interface Parts extends SessionParts, PageParts, CaptureParts {
  readonly sideBar: SideBar;
}

/** Creates all parts, each from earlier ones. */
export function createParts(context: vscode.ExtensionContext, log: Log): Parts {
  const sessions = sessionParts(context, log);
  const pages = pageParts(context, sessions);
  const captures = captureParts(context, sessions, pages);
  return { ...sessions, ...pages, ...captures, sideBar: sideBarPart(sessions, pages, captures) };
}

type SessionParts = ReturnType<typeof sessionParts>;
type PageParts = ReturnType<typeof pageParts>;
type CaptureParts = ReturnType<typeof captureParts>;

/** Sessions, names and sources. */
function sessionParts(context: vscode.ExtensionContext, log: Log) {
  const report = (error: unknown): void => background(reportError(error, log), unexpected);
  const library = new SessionLibrary(vscode.Uri.joinPath(context.globalStorageUri, 'sessions').fsPath);
  const packages = new AppPackages(log, context.subscriptions);
  const symbols = new SymbolService(context.globalStorageUri, log);
  const appClasses = async (): Promise<AppClasses> => ({ packages: await packages.find(), prefixes: readSettings().appPackages });
  const files: FileServices = {
    start: (thread) => symbols.ofRecording(thread),
    keeps: (path) => dirname(path) === library.folder,
    failed: (error) => log.warn(`Names could not be kept in the session: ${explain(error)}`),
    appClasses,
    open: new OpenFiles(),
  };
  const facts = new StoredFacts({
    file: vscode.Uri.joinPath(context.globalStorageUri, 'session-facts.json'),
    log,
    startReader: () => new FactsThread(files.open),
    settings: readSettings,
  });
  return {
    log,
    report,
    library,
    facts,
    symbols,
    files,
    appClasses,
    finder: new SourceFinder(context.workspaceState, log),
    baseline: new BaselineStore(context.storageUri ?? context.globalStorageUri, log),
    stored: new StoredSessions(library, facts, report),
    windowSession: new WindowSession(),
  };
}

/** Pages and what shows their sessions elsewhere. */
function pageParts(context: vscode.ExtensionContext, sessions: SessionParts) {
  const { log, symbols, files, appClasses, finder, baseline, windowSession } = sessions;
  const extension = context.extensionUri;
  const thresholdUs = (): number => readSettings().thresholdUs;
  const limits = (): AppLimits => readSettings().limits;
  const heat = new EditorHeat(finder, log, (source) => source === windowSession.current, appClasses);
  const shown = new ShownSources(heat);
  const share = new Share({
    extension,
    finder,
    documents: new TextDocuments(context.subscriptions),
    folder: new TargetFolder(context.globalState),
    version: String(context.extension.packageJSON.version),
    baseline: () => baseline.get(),
    thresholdUs,
    limits,
    appClasses,
  });
  const services: PageServices = {
    extension,
    log,
    thresholdUs,
    limits,
    appClasses,
    open: (source, beside) => openSource(finder, source, beside),
    used: leaveFocus,
    retrySymbols: () => symbols.retry(),
    locateSymbols: (wanted) => locateSymbols(symbols, wanted),
    baseline: () => baseline.get(),
    setBaseline: (chosen, isSwap) => (isSwap ? baseline.set(chosen) : keepBaseline(baseline, chosen)),
    chooseRun,
    clearBaseline: () => baseline.clear(),
    // By their commands, which show errors.
    repeat: async () => void (await vscode.commands.executeCommand(commandId('repeat'))),
    compare: async ({ uri, about: { session } }, of) => {
      await vscode.commands.executeCommand(commandId('compareSession'), { uri, session, of });
    },
    swap: async ({ about }) => void (await vscode.commands.executeCommand(commandId('swapSides'), about.session)),
    openSetting,
    copyText,
    share: (source, kind, at) => share.share(source, kind, at),
    watcher: shown,
    hints: new SampleHints(context.globalState, sessions.report),
  };
  const editors = new SessionEditors(services, files, foreignFiles(context.globalStorageUri));
  const panel = new Panel(services);
  const handlers = featureHandlers({
    ...{ extension, log, editors, library: sessions.library, facts: sessions.facts, report: sessions.report },
    version: String(context.extension.packageJSON.version),
    storage: context.globalStorageUri,
    ...{ appClasses, open: services.open, files: files.open },
    recording: () => (windowSession.current?.isEnded === false ? windowSession.current.path : undefined),
  });
  return {
    heat,
    editors,
    panel,
    share,
    featureHandlers: handlers,
    pages: new OpenPages(editors, panel, shown, () => windowSession.current),
  };
}

function sideBarPart(sessions: SessionParts, { editors, pages, share }: PageParts, { devices, captures }: CaptureParts): SideBar {
  const { library, facts, baseline, files, stored, report, appClasses } = sessions;
  const recover = (): Promise<void> => stored.recover();
  return new SideBar({
    library,
    facts,
    baseline,
    files,
    report,
    appClasses,
    editors,
    pages,
    share,
    recover,
    devices,
    captures,
  });
}

/** Devices and the capture of this window. */
function captureParts(context: vscode.ExtensionContext, sessions: SessionParts, { panel }: PageParts) {
  const { log, report, library, facts, symbols, files, appClasses, windowSession } = sessions;
  const version = String(context.extension.packageJSON.version);
  const leftCopies = new SignedCopyRegistry(context.globalState, report);
  const devices = new DeviceProviders(context.extension, leftCopies, () => symbols.remoteCopies);
  const providers = (): readonly DeviceProvider[] => devices.all;
  const offers = new RestoreOffers({ notes: leftCopies, log, providers, report });
  const captures = new Captures({
    log,
    memory: context.workspaceState,
    version,
    library,
    facts,
    panel,
    windowSession,
    appClasses,
    providers: () => {
      // Their application ids come with them.
      symbols.copyRemoteBuilds();
      return devices.all;
    },
    names: (add) => symbols.ofCapture(add),
    naming: files,
    report,
    begins: (device, app) => background(offers.offerOn(device, app), unexpected),
  });
  return { version, devices, offers, captures };
}
