import * as vscode from 'vscode';
import { contextKeys } from '../../contributions/context-keys.ts';

/** Sets a context key for conditions of commands and menus. */
export async function setContext(key: keyof typeof contextKeys, value: unknown): Promise<void> {
  await vscode.commands.executeCommand('setContext', contextKeys[key], value);
}
