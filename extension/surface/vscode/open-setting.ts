import * as vscode from 'vscode';

/** VS Code's settings, with only this one. @param id whole, `laglens.threads` */
export async function openSetting(id: string): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', `@id:${id}`);
}
