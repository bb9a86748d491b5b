import * as vscode from 'vscode';

/** Changes a setting of Laglens in the workspace, which a team can share; where none is open, the user's own. */
export async function keepSetting(name: string, change: (before: unknown) => unknown): Promise<void> {
  const settings = vscode.workspace.getConfiguration('laglens');
  const inspected = settings.inspect(name);
  const hasWorkspace = (vscode.workspace.workspaceFolders ?? []).length > 0;
  const before = hasWorkspace ? inspected?.workspaceValue : inspected?.globalValue;
  const target = hasWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await settings.update(name, change(before), target);
}

/** A path as a setting can be committed: below the workspace's folder, wherever that is; `.` is that folder. */
export function pathInSettings(uri: vscode.Uri): string {
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri.path;
  if (root === undefined) return uri.fsPath;
  if (uri.path === root) return '.';
  return uri.path.startsWith(`${root}/`) ? uri.path.slice(root.length + 1) : uri.fsPath;
}
