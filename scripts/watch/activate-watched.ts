// The extension in a window that follows the sources: stands for extension/activate.ts while `npm run watch` runs.
import { readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import * as laglens from '../../extension/activate.ts';
import { reloadCommand, watchedOutputs } from './reload.ts';

const WATCHED = 'watched.json';

export function activate(context: vscode.ExtensionContext): void {
  laglens.activate(context);
  const dist = join(context.extensionPath, 'dist');
  const watcher = watch(dist, (_, name) => {
    if (name !== WATCHED) return;
    const command = reloadCommand(watchedOutputs(readFileSync(join(dist, WATCHED), 'utf8')));
    if (command !== undefined) void vscode.commands.executeCommand(command);
  });
  context.subscriptions.push({ dispose: () => watcher.close() });
}

export const deactivate = laglens.deactivate;
