import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { takeForVsCode, Uri } from './vscode-values.ts';

export { EventEmitter, Uri } from './vscode-values.ts';

/** Later imports take this file for `vscode`: a window in which somebody shares a workspace's session. */
export function useShareWindow(): void {
  takeForVsCode(import.meta.url);
}

/** A row of the sheet of shared data. */
interface SheetRow {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly picked: boolean;
}

/** The sharing person's choices: the open folder, the rows chosen in addition, the target file. */
export const person = {
  workspace: '',
  sources: [''],
  alsoChosen: '',
  target: '',
  givesUp: false,
  /** The label of the row where one is asked for. */
  chooses: '',
  asked: [''],
  /** Notifications with their buttons. */
  notes: [''],
  /** The button that is pressed in each notification that has it. */
  presses: '',
  cancel: (): void => undefined,
};

export const window = {
  showQuickPick: async (rows: readonly SheetRow[], { canPickMany }: { readonly canPickMany?: boolean } = {}) => {
    if (canPickMany !== true) {
      person.asked = rows.map(({ label, description, detail }) => [label, description, detail].filter(Boolean).join(' | '));
      return rows.find(({ label }) => label === person.chooses);
    }
    person.asked = rows.map(({ label, picked }) => `${label}: ${picked}`);
    return person.givesUp ? undefined : rows.filter(({ label, picked }) => picked || label === person.alsoChosen);
  },
  showSaveDialog: async () => Uri.file(person.target),
  showInformationMessage: async (text: string, ...buttons: readonly { readonly label: string }[]) => {
    person.notes.push([text, ...buttons.map(({ label }) => label)].join(' | '));
    return buttons.find(({ label }) => label === person.presses);
  },
  setStatusBarMessage: () => nothing,
  withProgress: (_: unknown, work: (progress: unknown, token: unknown) => Promise<unknown>) => {
    const onCancellationRequested = (listener: () => void): typeof nothing => {
      person.cancel = listener;
      return nothing;
    };
    return work({ report: () => undefined }, { onCancellationRequested });
  },
};

export const touched: string[] = [];

export const workspace = {
  get workspaceFolders() {
    return [{ uri: Uri.file(person.workspace) }];
  },
  findFiles: async (glob: string) =>
    person.sources
      .filter((path) => basename(glob) === basename(path) && path.includes('/generated/') === glob.includes('/generated/'))
      .map((path) => Uri.file(path)),
  getWorkspaceFolder: (uri: Uri) => {
    const folder = Uri.file(person.workspace);
    return uri.path.startsWith(`${folder.path}/`) ? { uri: folder } : undefined;
  },
  getConfiguration: () => ({ get: (_key: string, other: unknown) => other }),
  fs: {
    writeFile: (uri: Uri, bytes: Uint8Array) => writeFile(uri.fsPath, bytes),
    readFile: async (uri: Uri) => {
      touched.push(uri.path);
      return readFile(uri.fsPath);
    },
    stat: async (uri: Uri) => {
      touched.push(uri.path);
      return { type: (await stat(uri.path)).isFile() ? FileType.File : 0 };
    },
  },
  registerTextDocumentContentProvider: () => nothing,
  onDidCloseTextDocument: () => nothing,
};

const nothing = { dispose: () => undefined };
/** The clipboard's text, and all that it held. */
export const clipboard = { text: '', texts: [''] };
export const env = {
  remoteName: undefined,
  uiKind: 1,
  openExternal: async () => true,
  language: 'en',
  clipboard: {
    writeText: async (text: string) => {
      clipboard.text = text;
      clipboard.texts.push(text);
    },
  },
};
export const UIKind = { Desktop: 1, Web: 2 };
/** Commands that ran. */
export const ran: unknown[] = [];
export const commands = { executeCommand: async (...call: readonly unknown[]) => void ran.push(call.map(String)) };
export const FileType = { File: 1 };
export const ProgressLocation = { Notification: 15 };
export const l10n = {
  t: (text: string, ...values: readonly unknown[]) => text.replaceAll(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)])),
};
