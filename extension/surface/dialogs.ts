import * as vscode from 'vscode';
import { editorLine } from '../../core/text/editor-text.ts';

/** Asks for files or folders; none when cancelled. */
export async function chooseFiles(options: vscode.OpenDialogOptions): Promise<readonly vscode.Uri[]> {
  return (await vscode.window.showOpenDialog({ ...options, ...safeTitle(options.title), ...safeLabel(options.openLabel) })) ?? [];
}

/** Asks for a file to write; undefined if cancelled. */
export async function chooseTarget(options: Omit<vscode.SaveDialogOptions, 'saveLabel'>): Promise<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog({ ...options, ...safeTitle(options.title) });
}

function safeTitle(title: string | undefined): { title?: string } {
  return title === undefined ? {} : { title: editorLine(title) };
}

function safeLabel(openLabel: string | undefined): { openLabel?: string } {
  return openLabel === undefined ? {} : { openLabel: editorLine(openLabel) };
}
