import * as vscode from 'vscode';
import { lastChoice } from './capture/last-choice.ts';
import { type StartArguments, startArguments } from './capture/start-arguments.ts';
import type { CommandName } from './contributions/commands.ts';
import { DiagnoseReport } from './diagnose/diagnose-report.ts';
import { showInLaglens } from './editor/show-in-laglens.ts';
import type { Parts } from './parts.ts';
import { openSession } from './stored/stored-sessions.ts';
import { requireTrust } from './vscode/trust.ts';

/** What each command does; may throw. */
export type CommandHandlers = Readonly<Record<CommandName, (argument: unknown) => Promise<void> | void>>;

export function sampleUri(context: vscode.ExtensionContext): vscode.Uri {
  return vscode.Uri.joinPath(context.extensionUri, 'media', 'sample', 'shop.laglens');
}

/** @param retry starts Diagnose again */
export function commandHandlers(
  context: vscode.ExtensionContext,
  parts: Parts,
  retry: (target: StartArguments) => Promise<void>,
): CommandHandlers {
  const { captures, pages, stored, heat, baseline, log } = parts;
  const recovered = async (): Promise<void> => {
    requireTrust();
    await stored.recover();
  };
  let report: DiagnoseReport | undefined;
  return {
    start: async (argument) => {
      await recovered();
      await captures.start(startArguments(argument));
    },
    startFromLaunch: async (argument) => {
      await recovered();
      await captures.start({ ...startArguments(argument), launch: true });
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
    openSample: async () => {
      await stored.recover();
      await openSession(sampleUri(context));
    },
    diagnose: (argument) => {
      requireTrust();
      report ??= new DiagnoseReport(context.subscriptions);
      const last = lastChoice(context.workspaceState);
      const target = startArguments(argument);
      return report.run({ providers: parts.devices.all, version: parts.version, log, target, last, retry });
    },
    showSymbols: () => pages.showSymbols(),
    setBaseline: () => pages.setBaseline(),
    clearBaseline: () => baseline.clear(),
    showInLaglens: (argument) => showInLaglens(heat, argument, (source) => pages.of(source)),
    clearHeat: () => heat.clear(),
    showHeat: () => heat.restore(),
    share: () => pages.share('choose'),
    sharePage: () => pages.share('page'),
    shareFile: () => pages.share('file'),
    keepLag: () => pages.share('lag'),
    copyMarkdown: () => pages.share('markdown'),
    openAsText: () => pages.share('text'),
    showLog: () => log.show(),
  };
}

/** Reads `{"name": "checkout"}` of a keybinding or task; undefined without a name. */
function markName(argument: unknown): string | undefined {
  const name: unknown = Object(argument).name;
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}
