import type * as vscode from 'vscode';
import type { OpenEditor } from './open-editor.ts';
import { EventEmitter, takeForVsCode } from './vscode-values.ts';

export { EventEmitter } from './vscode-values.ts';

/** Later imports take this file for `vscode`: the window with text editors, as line costs need it. */
export function useEditorWindow(): void {
  takeForVsCode(import.meta.url);
}

const nothing = { dispose: () => undefined };
const never = (): typeof nothing => nothing;
const visible = new EventEmitter<readonly vscode.TextEditor[]>();

/** Shows only these from now on. */
export function showEditors(...editors: readonly OpenEditor[]): void {
  window.visibleTextEditors = editors;
  visible.fire(editors);
}

export const window: Pick<typeof vscode.window, 'createTextEditorDecorationType'> & Record<string, unknown> = {
  visibleTextEditors: [],
  onDidChangeVisibleTextEditors: visible.event,
  onDidChangeTextEditorVisibleRanges: never,
  createTextEditorDecorationType: () => ({ key: '', ...nothing }),
};

export const workspace = {
  onDidChangeTextDocument: never,
  onDidCloseTextDocument: never,
  onDidChangeConfiguration: never,
  getConfiguration: () => ({ get: () => undefined }),
  getWorkspaceFolder: () => undefined,
  fs: { stat: async () => ({ mtime: 0 }) },
};

export const languages = { registerCodeLensProvider: never, registerHoverProvider: never };
export const commands = { executeCommand: async () => undefined };
export const l10n = { t: (text: string) => text };
export const SymbolKind = { Function: 11, Method: 5, Constructor: 8 };
export const OverviewRulerLane = { Left: 1 };
export const DecorationRangeBehavior = { ClosedClosed: 1 };
export class ThemeColor {}
export class Range {}
