import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import { background } from '../../../core/guarded.ts';
import { BuildIndex, type Builds } from '../../../host/builds/build-index.ts';
import { copiedSymbols } from '../../../host/builds/elsewhere/copied-symbols.ts';
import { allFinders } from '../../../host/builds/finders/all-finders.ts';
import type { FoundMapping, FoundNative } from '../../../host/builds/found-build.ts';
import type { SymbolSource } from '../../../host/builds/symbol-thread.ts';
import type { WantedImage } from '../../../host/folders/finder.ts';
import type { Log } from '../../surface/log.ts';
import { readSettings } from '../../surface/vscode/settings.ts';
import { unexpected } from '../../surface/vscode/unexpected.ts';
import { RemoteBuilds } from './remote-builds.ts';

/** Builds of the workspace, `laglens.symbolPaths` and places the user chose; opened on first use. */
export class WorkspaceBuilds implements Builds {
  readonly #symbols: SymbolSource;
  readonly #folder: string;
  readonly #log: Log;
  readonly #remote: RemoteBuilds;
  readonly #located = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #index: Promise<BuildIndex> | undefined;
  /** The index' settings when opened. */
  #opened = '';
  #places: readonly string[] = [];

  /** @param folder cache of the index between starts, and copies of remote builds */
  constructor(symbols: SymbolSource, folder: string, log: Log) {
    this.#symbols = symbols;
    this.#folder = folder;
    this.#log = log;
    this.#remote = new RemoteBuilds(join(folder, 'remote'), log, relativePaths, () => {
      if (JSON.stringify(this.#wanted()) !== this.#opened) this.close();
      else this.#forget();
      this.#changed();
    });
  }

  get places(): readonly string[] {
    return [...this.#remote.places, ...this.#places];
  }

  get remoteCopies(): readonly string[] {
    return this.#remote.folders.map(({ copy }) => copy);
  }

  copyRemote(): void {
    this.#remote.update();
  }

  /** A file or folder as a path here; a remote one is copied. @throws AbortError, or VS Code's error */
  here(uri: vscode.Uri): Promise<string> {
    return this.#remote.here(uri);
  }

  async native(image: WantedImage): Promise<readonly FoundNative[]> {
    return (await this.#current()).native(image);
  }

  async mappings(): Promise<readonly FoundMapping[]> {
    return (await this.#current()).mappings();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  locate(path: string): void {
    this.#located.add(path);
    this.#reopen();
  }

  forget(): void {
    this.#forget();
    this.#remote.update();
  }

  /** Searches other places after settings or folders changed. */
  reopen(): void {
    if (this.#index === undefined || JSON.stringify(this.#wanted()) !== this.#opened) this.#reopen();
  }

  end(): void {
    this.#remote.close();
    this.close();
  }

  close(): void {
    background(
      this.#index?.then((index) => index.close()),
      unexpected,
    );
    this.#index = undefined;
  }

  #forget(): void {
    background(
      this.#index?.then((index) => index.forget()),
      unexpected,
    );
  }

  #reopen(): void {
    this.close();
    this.#changed();
  }

  #current(): Promise<BuildIndex> {
    this.#index ??= this.#open();
    return this.#index;
  }

  #wanted(): { readonly folders: readonly string[]; readonly named: readonly string[] } {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
    const named = readSettings().symbolPaths.flatMap((path) => {
      const whole = path.replace(/^~(?=[\\/]|$)/, homedir());
      return isAbsolute(whole) ? [whole] : folders.map((folder) => join(folder, inFolder(whole)));
    });
    const all = [...this.#located, ...named, ...this.#remote.named];
    return { folders: [...folders, ...this.remoteCopies], named: [...new Set(all)] };
  }

  async #open(): Promise<BuildIndex> {
    const wanted = this.#wanted();
    this.#opened = JSON.stringify(wanted);
    const index = await BuildIndex.open({
      finders: [
        ...allFinders({ ...wanted, home: homedir(), platform: process.platform }),
        ...this.#remote.folders.map(({ copy }) => copiedSymbols(copy)),
      ],
      identify: async (path, kind) => (await this.#symbols.ask({ ask: 'identify', path, kind })).answer,
      folder: this.#folder,
      log: (line) => this.#log.info(line),
    });
    this.#places = index.places.map((place) => this.#remote.placeText(place));
    index.onChange(() => this.#changed());
    this.#remote.update();
    return index;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Entries of `laglens.symbolPaths` below each workspace folder. */
function relativePaths(): readonly string[] {
  return readSettings()
    .symbolPaths.filter((path) => !isAbsolute(path) && !/^~(?=[\\/]|$)/.test(path))
    .map(inFolder);
}

function inFolder(path: string): string {
  return path.replace(/^\$\{workspaceFolder\}[\\/]*/, '');
}
