import * as vscode from 'vscode';
import { background, guarded } from '../core/guarded.ts';
import { APP_CONFIG, isAppConfig, PROJECT_FILES, SAMPLE_SCHEME } from './contributions/activation.ts';
import { commandId, commandNames } from './contributions/commands.ts';
import { EDITOR_TYPE, OTHER_PROFILE_TYPE, PANEL_TYPE, PROFILE_TYPE } from './contributions/context-keys.ts';
import { selectionCommands } from './contributions/features.ts';
import { LAUNCH_SETTING, TASK_TYPE } from './contributions/tasks.ts';
import { viewIds } from './contributions/views.ts';
import type { Laglens } from './laglens.ts';
import { DoneSteps } from './sessions/sample/done-steps.ts';
import { SampleFiles } from './sessions/sample/sample-files.ts';
import { StartItems } from './side-bar/start-items.ts';
import { registerTasks } from './surface/tasks.ts';
import { TreeView } from './surface/trees.ts';
import { addTerminalCommand } from './terminal/terminal-command.ts';

let loaded: Promise<Laglens> | undefined;

/** Folders without sources of one's own. */
const NO_SOURCES = '**/{node_modules,Pods,build,.gradle}/**';

/** Registers what the manifest contributes; the first command, file or panel loads the rest. */
export function activate(context: vscode.ExtensionContext): void {
  const items = new StartItems();
  // A tick that is missing harms nothing.
  const steps = new DoneSteps(context.globalState, () => undefined);
  const laglens = (): Promise<Laglens> => {
    loaded ??= import('./laglens.ts').then(({ createLaglens }) => createLaglens(context, items, steps));
    return loaded;
  };
  // A folder that cannot be searched has no project that could be captured.
  background(showStart(items), () => undefined);
  context.subscriptions.push(
    items,
    steps,
    addTerminalCommand(context),
    ...commandNames.map((name) =>
      vscode.commands.registerCommand(commandId(name), async (...args: readonly unknown[]) =>
        (await laglens()).run(name, selectionCommands.has(name) ? (args[1] ?? args[0]) : args[0]),
      ),
    ),
    ...[EDITOR_TYPE, PROFILE_TYPE, OTHER_PROFILE_TYPE].map((type) =>
      vscode.window.registerCustomEditorProvider(
        type,
        {
          openCustomDocument: async (uri) => (await laglens()).editors.openCustomDocument(uri),
          resolveCustomEditor: async (document, panel) => (await laglens()).editors.resolveCustomEditor(document, panel),
        },
        { supportsMultipleEditorsPerDocument: true },
      ),
    ),
    vscode.workspace.registerFileSystemProvider(SAMPLE_SCHEME, new SampleFiles(context.extensionUri), { isReadonly: true }),
    new TreeView(viewIds.devices, async (view) => (await laglens()).devicesTree(view)),
    new TreeView(viewIds.sessions, async (view) => (await laglens()).sessionsTree(view), true),
    registerTasks(TASK_TYPE, 'Laglens', async (definition, show, signal) => (await laglens()).runTask(definition, show, signal)),
    vscode.debug.onDidStartDebugSession(
      guarded(
        async (session) => isCaptured(session) && (await laglens()).launched(session),
        () => undefined,
      ),
    ),
    vscode.window.registerUriHandler({ handleUri: async (uri) => (await laglens()).openLink(uri) }),
    vscode.window.registerWebviewPanelSerializer(PANEL_TYPE, {
      deserializeWebviewPanel: async (panel, state: unknown) => (await laglens()).restorePanel(panel, state),
    }),
  );
}

/** A run of a configuration that the setting names; other sessions load nothing. */
function isCaptured({ configuration, parentSession }: vscode.DebugSession): boolean {
  const names: unknown = vscode.workspace.getConfiguration('laglens').get(LAUNCH_SETTING);
  return parentSession === undefined && Array.isArray(names) && names.includes(configuration.name);
}

/** Offers a capture in the status bar of workspaces with an app's project. */
async function showStart(items: StartItems): Promise<void> {
  const [found] = await vscode.workspace.findFiles(`{${PROJECT_FILES.join(',')}}`, NO_SOURCES, 1);
  if (found === undefined && !(await hasAppConfig())) return;
  if (!vscode.workspace.isTrusted) await new Promise((resolve) => vscode.workspace.onDidGrantWorkspaceTrust(resolve));
  items.showStart();
}

const MOST_CONFIGS = 5;
const MOST_CONFIG_BYTES = 1 << 20;

async function hasAppConfig(): Promise<boolean> {
  for (const uri of await vscode.workspace.findFiles(APP_CONFIG, NO_SOURCES, MOST_CONFIGS)) {
    if ((await vscode.workspace.fs.stat(uri)).size > MOST_CONFIG_BYTES) continue;
    if (isAppConfig(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)))) return true;
  }
  return false;
}

/** Ends a running capture, so that its file is complete. */
export async function deactivate(): Promise<void> {
  await (await loaded)?.close();
}
