import * as vscode from 'vscode';

/** Changes a Laglens setting in the workspace, else in the user's settings. */
export async function keepSetting(name: string, change: (before: unknown) => unknown): Promise<void> {
  const settings = vscode.workspace.getConfiguration('laglens');
  const inspected = settings.inspect(name);
  const hasWorkspace = (vscode.workspace.workspaceFolders ?? []).length > 0;
  const before = hasWorkspace ? inspected?.workspaceValue : inspected?.globalValue;
  const target = hasWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await settings.update(name, change(before), target);
}

/** A path for committed settings, relative to its workspace folder, which is `.`. */
export function pathInSettings(uri: vscode.Uri): string {
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri.path;
  if (root === undefined) return uri.fsPath;
  if (uri.path === root) return '.';
  return uri.path.startsWith(`${root}/`) ? uri.path.slice(root.length + 1) : uri.fsPath;
}
