import { readdir, readFile, stat } from 'node:fs/promises';
import { normalize, posix } from 'node:path';
import { takeForVsCode } from './vscode-values.ts';

/** Later imports take this file for `vscode`: a window with folders of another computer, which are a folder here. */
export function useRemoteWindow(): void {
  takeForVsCode(import.meta.url);
}

/** An address; `path` is one of this computer. */
export class Uri {
  readonly scheme: string;
  readonly path: string;

  constructor(scheme: string, path: string) {
    this.scheme = scheme;
    this.path = path;
  }

  static file(path: string): Uri {
    return new Uri('file', path);
  }

  with({ path }: { readonly path: string }): Uri {
    return new Uri(this.scheme, path);
  }

  static joinPath({ scheme, path }: Uri, ...names: readonly string[]): Uri {
    return new Uri(scheme, posix.join(path, ...names));
  }

  get fsPath(): string {
    return normalize(this.path);
  }

  toString(): string {
    return `${this.scheme}://${this.path}`;
  }
}

export const remote = {
  folders: [{ name: '', uri: new Uri('', '') }],
  /** Paths of files that were read. */
  read: [''],
  /** Titles of notifications and in the status bar. */
  shown: [''],
  /** Ends the notification's work before a file is read. */
  cancels: false,
  /** Globs that VS Code searched, and its answer to each. */
  searched: [''],
  found: [new Uri('', '')],
  /** Folders that were listed. */
  listed: 0,
};

export const workspace = {
  get workspaceFolders() {
    return remote.folders;
  },
  findFiles: async (glob: string): Promise<readonly Uri[]> => {
    remote.searched.push(glob);
    return remote.found;
  },
  getWorkspaceFolder: ({ scheme, path }: Uri) => remote.folders.find(({ uri }) => uri.scheme === scheme && path.startsWith(`${uri.path}/`)),
  getConfiguration: () => ({ get: (_key: string, other: unknown) => other }),
  fs: {
    stat: async ({ path }: Uri) => {
      const found = await stat(path);
      return { type: found.isDirectory() ? 2 : 1, size: found.size, ctime: 0, mtime: found.mtimeMs };
    },
    readDirectory: async ({ path }: Uri) => {
      remote.listed++;
      return (await readdir(path, { withFileTypes: true })).map((entry) => [entry.name, entry.isDirectory() ? 2 : 1]);
    },
    readFile: async ({ path }: Uri) => {
      remote.read.push(path);
      return readFile(path);
    },
  },
};

export const l10n = {
  t: (text: string, ...given: readonly string[]) => text.replace(/\{(\d)\}/g, (_, at: string) => given[Number(at)] ?? ''),
};
export const FileType = { File: 1, Directory: 2 };
export const ProgressLocation = { Window: 10, Notification: 15 };

export const window = {
  withProgress: (
    { title }: { readonly title: string },
    work: (progress: { report(): void }, token: { onCancellationRequested(listener: () => void): { dispose(): void } }) => Promise<unknown>,
  ) => {
    remote.shown.push(title);
    const onCancellationRequested = (listener: () => void): { dispose(): void } => {
      if (remote.cancels) listener();
      return { dispose: () => undefined };
    };
    return work({ report: () => undefined }, { onCancellationRequested });
  },
};
