import { readFile, rename, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';

/** What follows takes this file for `vscode`: a window with views, and the file system. */
export function useViewWindow(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vscode' ? { url: import.meta.url, shortCircuit: true } : next(specifier, context),
  });
}

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => unknown>();
  readonly event = (listener: (value: T) => unknown): Disposable => {
    this.#listeners.add(listener);
    return new Disposable(() => this.#listeners.delete(listener));
  };

  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

export class Disposable {
  readonly #end: () => unknown;

  constructor(end: () => unknown) {
    this.#end = end;
  }

  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const each of all) each.dispose();
    });
  }

  dispose(): void {
    this.#end();
  }
}

export class Uri {
  readonly scheme = 'file';
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  get fsPath(): string {
    return this.path;
  }

  with({ path }: { readonly path: string }): Uri {
    return new Uri(path);
  }

  toString(): string {
    return `file://${this.path}`;
  }

  static file(path: string): Uri {
    return new Uri(path);
  }
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
      readFile(uri.path).catch((error: unknown) => {
        throw Object(error).code === 'ENOENT' ? new FileSystemError('FileNotFound') : error;
      }),
    writeFile: (uri: Uri, bytes: Uint8Array) => writeFile(uri.path, bytes),
    rename: (from: Uri, to: Uri) => rename(from.path, to.path),
  },
  createFileSystemWatcher: () => {
    watched.open++;
    watched.made++;
    return { onDidCreate: never, onDidChange: never, onDidDelete: never, dispose: () => watched.open-- };
  },
};

/** Buttons that are pressed in the next messages. */
export const answers: (string | undefined)[] = [];

export const window = {
  showInformationMessage: async (_text: string, ...buttons: readonly { readonly label: string }[]) => {
    const answer = answers.shift();
    return buttons.find(({ label }) => label === answer);
  },
};

const never = (): { dispose(): void } => ({ dispose: () => undefined });

export class RelativePattern {}
export const env = { language: 'en' };
export const commands = { executeCommand: async () => undefined };
export const l10n = { t: (text: string, ...given: readonly unknown[]) => text.replace(/\{(\d)\}/g, (_, at) => String(given[at])) };
