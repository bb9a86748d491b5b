import { takeForVsCode } from './vscode-values.ts';

/** Later imports take this file for `vscode`: a window with one setting, and its kinds of extensions. */
export function useTerminalWindow(): void {
  takeForVsCode(import.meta.url);
}

type Listener = (event: { affectsConfiguration(id: string): boolean }) => void;

/** What a test sets and calls. */
export const state: { setting: unknown; changed: Listener } = { setting: true, changed: () => undefined };

export const env: { remoteName: string | undefined } = { remoteName: undefined };
export const ExtensionKind = { UI: 1, Workspace: 2 };
export const l10n = { t: (text: string): string => text };
export const workspace = {
  getConfiguration: () => ({ get: () => state.setting }),
  onDidChangeConfiguration: (listener: Listener) => {
    state.changed = listener;
    return { dispose: () => undefined };
  },
};
