import { registerHooks } from 'node:module';
import { posix, win32 } from 'node:path';
import type * as vscode from 'vscode';

/** Later imports take this file for `vscode`. */
export function takeForVsCode(url: string): void {
  registerHooks({
    resolve: (specifier, context, next) => (specifier === 'vscode' ? { url, shortCircuit: true } : next(specifier, context)),
  });
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

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => unknown>();
  readonly event: vscode.Event<T> = (listener) => {
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

/** Of a file. */
export class Uri {
  readonly scheme = 'file';
  /** With slashes, as VS Code has it. */
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  get fsPath(): string {
    return process.platform === 'win32' ? win32.normalize(this.path.replace(/^\/(?=[A-Za-z]:)/, '')) : this.path;
  }

  with({ path }: { readonly path: string }): Uri {
    return new Uri(path);
  }

  toString(): string {
    return `file://${this.path}`;
  }

  static file(path: string): Uri {
    return new Uri(process.platform === 'win32' ? path.replaceAll('\\', '/').replace(/^(?=[A-Za-z]:)/, '/') : path);
  }

  static joinPath(base: Uri, ...parts: readonly string[]): Uri {
    return new Uri(posix.join(base.path, ...parts));
  }
}
