import { readFile, rename, writeFile } from 'node:fs/promises';
import { takeForVsCode, type Uri } from './vscode-values.ts';

export { Disposable, EventEmitter, Uri } from './vscode-values.ts';

/** What follows takes this file for `vscode`: a window with views, and the file system. */
export function useViewWindow(): void {
  takeForVsCode(import.meta.url);
}

export class FileSystemError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Paths that were watched and are not any more. */
export const watched = { open: 0, made: 0 };

export const workspace = {
  isTrusted: true,
  fs: {
    readFile: (uri: Uri) =>
      readFile(uri.fsPath).catch((error: unknown) => {
        throw Object(error).code === 'ENOENT' ? new FileSystemError('FileNotFound') : error;
      }),
    writeFile: (uri: Uri, bytes: Uint8Array) => writeFile(uri.fsPath, bytes),
    rename: (from: Uri, to: Uri) => rename(from.fsPath, to.fsPath),
  },
  createFileSystemWatcher: () => {
    watched.open++;
    watched.made++;
    return { onDidCreate: never, onDidChange: never, onDidDelete: never, dispose: () => watched.open-- };
  },
};

/** Buttons that are pressed in the next messages. */
export const answers: (string | undefined)[] = [];

/** Of the views that were made. */
export interface RowProvider {
  onDidChangeTreeData(heard: (rows: unknown) => void): unknown;
  getChildren(of?: unknown): Promise<readonly unknown[]>;
  getTreeItem(row: unknown): unknown;
}

export const rowProviders: RowProvider[] = [];

export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;

  constructor(label: string, collapsibleState: number) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };

export const window = {
  createTreeView: (_id: string, { treeDataProvider }: { readonly treeDataProvider: RowProvider }) => {
    rowProviders.push(treeDataProvider);
    return {};
  },
  showInformationMessage: async (_text: string, ...buttons: readonly { readonly label: string }[]) => {
    const answer = answers.shift();
    return buttons.find(({ label }) => label === answer);
  },
};

const never = (): { dispose(): void } => ({ dispose: () => undefined });

export class RelativePattern {}
export const env = { language: 'en' };
export const commands = { executeCommand: async () => undefined };
/** As VS Code's: a place without a value stays. */
export const l10n = {
  t: (text: string, ...given: readonly unknown[]) => text.replace(/\{(\d)\}/g, (place, at) => String(given[at] ?? place)),
};
