import * as vscode from 'vscode';
import { commandId, commandNames } from './contributions/commands.ts';
import { EDITOR_TYPE, PANEL_TYPE } from './contributions/context-keys.ts';
import { viewIds } from './contributions/views.ts';
import type { Laglens } from './laglens.ts';
import { TreeView } from './surface/trees.ts';

let loaded: Promise<Laglens> | undefined;

/** Registers what the manifest contributes; the first command, file or panel loads the rest. */
export function activate(context: vscode.ExtensionContext): void {
  const laglens = (): Promise<Laglens> => {
    loaded ??= import('./laglens.ts').then(({ createLaglens }) => createLaglens(context));
    return loaded;
  };
  context.subscriptions.push(
    ...commandNames.map((name) =>
      vscode.commands.registerCommand(commandId(name), async (...args: readonly unknown[]) => (await laglens()).run(name, args[0])),
    ),
    vscode.window.registerCustomEditorProvider(
      EDITOR_TYPE,
      {
        openCustomDocument: async (uri) => (await laglens()).editors.openCustomDocument(uri),
        resolveCustomEditor: async (document, panel) => (await laglens()).editors.resolveCustomEditor(document, panel),
      },
      { supportsMultipleEditorsPerDocument: true },
    ),
    new TreeView(viewIds.devices, async (view) => (await laglens()).devicesTree(view)),
    new TreeView(viewIds.sessions, async (view) => (await laglens()).sessionsTree(view)),
    vscode.window.registerUriHandler({ handleUri: async (uri) => (await laglens()).openLink(uri) }),
    vscode.window.registerWebviewPanelSerializer(PANEL_TYPE, {
      deserializeWebviewPanel: async (panel, state: unknown) => (await laglens()).restorePanel(panel, state),
    }),
  );
}

/** Ends a running capture, so that its file is complete. */
export async function deactivate(): Promise<void> {
  await (await loaded)?.close();
}
