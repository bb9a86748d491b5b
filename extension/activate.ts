import * as vscode from 'vscode';
import type { Laglens } from './laglens.ts';

/** All commands; the rest of the extension has one method for each. */
const commands = [
  'start',
  'startFromLaunch',
  'repeat',
  'stop',
  'mark',
  'show',
  'saveAs',
  'openSession',
  'openSample',
  'diagnose',
  'showSymbols',
  'setBaseline',
  'clearBaseline',
  'showInLaglens',
  'clearHeat',
  'showHeat',
  'share',
  'sharePage',
  'shareFile',
  'keepLag',
  'copyMarkdown',
  'openAsText',
  'showLog',
] as const;

export type CommandName = (typeof commands)[number];

let loaded: Promise<Laglens> | undefined;

/** Registers what the manifest promises and nothing more: everything else is loaded by the first command, file or panel. */
export function activate(context: vscode.ExtensionContext): void {
  const laglens = (): Promise<Laglens> => {
    loaded ??= import('./laglens.ts').then(({ createLaglens }) => createLaglens(context));
    return loaded;
  };
  context.subscriptions.push(
    ...commands.map((name) =>
      vscode.commands.registerCommand(`laglens.${name}`, async (...args: readonly unknown[]) => (await laglens()).run(name, args[0])),
    ),
    vscode.window.registerCustomEditorProvider(
      'laglens.session',
      {
        openCustomDocument: async (uri) => (await laglens()).editors.openCustomDocument(uri),
        resolveCustomEditor: async (document, panel) => (await laglens()).editors.resolveCustomEditor(document, panel),
      },
      { supportsMultipleEditorsPerDocument: true },
    ),
    vscode.window.registerUriHandler({ handleUri: async (uri) => (await laglens()).openLink(uri) }),
    vscode.window.registerWebviewPanelSerializer('laglens.panel', {
      deserializeWebviewPanel: async (panel, state: unknown) => (await laglens()).restorePanel(panel, state),
    }),
  );
}

/** Ends a running capture so that its file is whole. */
export async function deactivate(): Promise<void> {
  await (await loaded)?.close();
}
