import * as vscode from 'vscode';
import { background } from '../core/guarded.ts';
import { type ComparedOthers, comparedOthers } from '../protocol/page-protocol.ts';
import { lastChoice } from './capture/last-choice.ts';
import { type StartArguments, startArguments } from './capture/start-arguments.ts';
import type { CommandName } from './contributions/commands.ts';
import { Troubleshooting } from './diagnose/troubleshooting.ts';
import type { EditorHeat } from './heat/editor-heat.ts';
import { goToHotLine } from './heat/go-to-hot-line.ts';
import type { PageHost } from './page/page-host.ts';
import type { PageSource } from './page/page-source.ts';
import type { Parts } from './parts.ts';
import { sampleUri } from './sessions/sample/sample-files.ts';
import { openSession } from './sessions/stored-sessions.ts';
import { targetOf } from './side-bar/device-rows.ts';
import { fileOf, type SideA } from './side-bar/file-commands.ts';
import { inform } from './surface/notifications.ts';
import { requireTrust } from './surface/vscode/require-trust.ts';
import { unexpected } from './surface/vscode/unexpected.ts';

/** May throw. */
export type CommandHandlers = Readonly<Record<CommandName, (argument: unknown) => Promise<void> | void>>;

/** @param retry starts Diagnose again */
export function commandHandlers(
  context: vscode.ExtensionContext,
  parts: Parts,
  retry: (target: StartArguments) => Promise<void>,
): CommandHandlers {
  const { captures, pages, stored, heat, baseline, log, sideBar } = parts;
  const { sessions, files } = sideBar;
  const recovered = async (): Promise<void> => {
    requireTrust();
    await stored.recover();
  };
  let troubleshooting: Troubleshooting | undefined;
  return {
    start: async (argument) => {
      await recovered();
      await captures.start(targetOf(argument) ?? startArguments(argument));
    },
    startFromLaunch: async (argument) => {
      await recovered();
      await captures.start({ ...(targetOf(argument) ?? startArguments(argument)), launch: true });
    },
    repeat: async () => {
      await recovered();
      await captures.repeat();
    },
    stop: () => captures.stop(),
    mark: (argument) => captures.mark(markName(argument)),
    show: () => pages.showCapture(),
    saveAs: () => pages.save(),
    openSession: () => stored.choose(),
    openStored: (argument) => {
      const file = fileOf(argument);
      return file && openSession(file);
    },
    compareSession: (argument) => {
      const file = fileOf(argument);
      if (file !== undefined) return files.compare({ uri: file, session: file.fsPath });
      const { side, of } = comparedSide(argument);
      return files.compare(side ?? pages.comparable(), of);
    },
    ...parts.featureHandlers,
    pinSession: (argument) => sessions.pin(argument, true),
    unpinSession: (argument) => sessions.pin(argument, false),
    deleteSession: (argument) => sessions.delete(argument),
    revealSession: (argument) => sessions.reveal(argument),
    searchSessions: () => sessions.search(),
    clearSessionSearch: () => sessions.clearSearch(),
    openSample: async () => {
      await stored.recover();
      await openSession(sampleUri());
    },
    diagnose: (argument) => {
      requireTrust();
      troubleshooting ??= new Troubleshooting({
        ...{ extension: context.extensionUri, version: parts.version, log, subscriptions: context.subscriptions },
        ...{ devices: parts.devices, last: () => lastChoice(context.workspaceState), again: retry, report: parts.report },
      });
      return troubleshooting.run(targetOf(argument) ?? startArguments(argument));
    },
    showSymbols: () => pages.showSymbols(),
    setBaseline: (argument) => {
      const file = fileOf(argument);
      return file === undefined ? pages.setBaseline() : files.setBaseline(file);
    },
    setRangeBaseline: () => pages.setRangeBaseline(),
    clearBaseline: () => baseline.clear(),
    // A page passes its session; keys and menus pass nothing or a file.
    swapSides: (argument) => (typeof argument === 'string' ? files.swap(argument) : pages.swap()),
    showInLaglens: (argument) => showInLaglens(heat, argument, (source) => pages.of(source)),
    nextHotLine: () => goToHotLine(heat, 'next'),
    previousHotLine: () => goToHotLine(heat, 'previous'),
    clearHeat: () => heat.clear(),
    showHeat: () => heat.restore(),
    share: () => pages.share('choose'),
    sharePage: (argument) => {
      const file = fileOf(argument);
      return file === undefined ? pages.share('page') : files.sharePage(file);
    },
    shareFile: () => pages.share('file'),
    keepLag: () => pages.share('lag'),
    copyMarkdown: () => pages.share('markdown'),
    openAsText: () => pages.share('text'),
    showLog: () => log.show(),
  };
}

/** Side A of a page, whose session may be of another tool's file; undefined for palette and keys. */
function comparedSide(argument: unknown): { readonly side: SideA | undefined; readonly of: ComparedOthers | undefined } {
  const { uri, session, of }: { readonly uri?: unknown; readonly session?: unknown; readonly of?: unknown } = Object(argument);
  if (argument instanceof vscode.Uri) return { side: { uri: argument, session: argument.fsPath }, of: undefined };
  const file = uri instanceof vscode.Uri ? uri : undefined;
  return {
    side: typeof session === 'string' ? { uri: file, session } : undefined,
    of: comparedOthers.find((each) => each === of),
  };
}

/** Reads `{"name": "checkout"}` of a keybinding or task; undefined without a name. */
function markName(argument: unknown): string | undefined {
  const name: unknown = Object(argument).name;
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}

/**
 * Shows a lens's function, else the one at the cursor, on the session's page.
 * @param given argument of a lens
 * @param pageOf brings up a session's page
 */
function showInLaglens(heat: EditorHeat, given: unknown, pageOf: (source: PageSource) => PageHost | undefined): void {
  const named = namedFunction(given);
  const wanted = named ?? heat.functionAtCursor();
  if (wanted === undefined || heat.source === undefined) {
    background(inform(vscode.l10n.t('No samples at the cursor. Lines with a bar have some.')), unexpected);
    return;
  }
  const { class: className, method } = wanted;
  pageOf(heat.source)?.showFunction(className === '' ? method : `${className}.${method}`);
}

/** Undefined without a lens: keys, menus and the palette pass a file at most. */
function namedFunction(given: unknown): { readonly class: string; readonly method: string } | undefined {
  const { class: className, method }: { readonly class?: unknown; readonly method?: unknown } = Object(given);
  return typeof className === 'string' && typeof method === 'string' ? { class: className, method } : undefined;
}
