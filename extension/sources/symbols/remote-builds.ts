import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { isCancel, messageOf } from '../../../core/errors.ts';
import { background } from '../../../core/guarded.ts';
import { remotePlace } from '../../../host/builds/build-report-text.ts';
import { copyBuilds, isCopied } from '../../../host/builds/elsewhere/copy-builds.ts';
import { type ElsewhereFiles, type FoundElsewhere, findBuilds } from '../../../host/builds/elsewhere/find-builds.ts';
import { namedBuilds, projectBuilds, type WantedBuilds } from '../../../host/builds/elsewhere/wanted-builds.ts';
import { removePrivateTempFolder } from '../../../host/devices/private-temp-folder.ts';
import type { Log } from '../../surface/log.ts';
import { withNotification, withStatus } from '../../surface/progress.ts';
import { unexpected } from '../../surface/vscode/unexpected.ts';

/** Repositories of a web site, where every list is a request to it, have sources only. */
const WITHOUT_BUILDS: ReadonlySet<string> = new Set(['file', 'vscode-vfs', 'untitled']);
/** Copies of folders that other windows may use. */
const MOST_FOLDERS = 8;

interface RemoteFolder {
  /** For people. */
  readonly name: string;
  readonly uri: vscode.Uri;
  /** Its builds here. */
  readonly copy: string;
}

/** Builds of folders that only VS Code reads: those of a remote window, where Laglens runs beside the phone. */
export class RemoteBuilds {
  readonly #folder: string;
  readonly #log: Log;
  readonly #changed: () => void;
  readonly #ending = new AbortController();
  readonly #problems = new Map<string, readonly string[]>();
  #updating: Promise<void> | undefined;

  /** @param changed called after copies changed */
  constructor(folder: string, log: Log, changed: () => void) {
    this.#folder = folder;
    this.#log = log;
    this.#changed = changed;
  }

  get folders(): readonly RemoteFolder[] {
    return (vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri }) => !WITHOUT_BUILDS.has(uri.scheme))
      .map(({ name, uri }) => ({ name, uri, copy: this.#copyOf(uri) }));
  }

  /** What is not copied, for people. */
  get places(): readonly string[] {
    return [...this.#problems].map(([name, problems]) => remotePlace(name, problems));
  }

  /** A place of a copy, named as the folder that it is of. */
  placeText(place: string): string {
    return this.folders.reduce((text, { copy, name }) => text.replace(copy, `the remote folder ${name}`), place);
  }

  /** Copies what is new, in the background. */
  update(): void {
    const { folders } = this;
    if (folders.length === 0 || this.#updating !== undefined) return;
    this.#updating = this.#updateAll(folders).finally(() => {
      this.#updating = undefined;
    });
    background(this.#updating, unexpected);
  }

  /** A copy of a file or folder that the user chose; its own path for one of this computer. @throws AbortError, or VS Code's error */
  async here(uri: vscode.Uri): Promise<string> {
    if (uri.scheme === 'file') return uri.fsPath;
    const found = await vscode.workspace.fs.stat(uri);
    if ((found.type & vscode.FileType.Directory) !== 0) {
      const copy = join(this.#copyOf(uri), 'named');
      await this.#copy({ name: basename(uri.path), uri, copy }, namedBuilds);
      return copy;
    }
    const folder = vscode.Uri.joinPath(uri, '..');
    const copy = join(this.#copyOf(folder), 'files');
    const name = basename(uri.path);
    const file = { path: [name], size: found.size, modifiedMs: found.mtime };
    await this.#take({ name, uri: folder, copy }, { files: [file], isWhole: false, problems: [] });
    return join(copy, name);
  }

  close(): void {
    this.#ending.abort();
  }

  async #updateAll(folders: readonly RemoteFolder[]): Promise<void> {
    await this.#tidy();
    let changed = 0;
    for (const folder of folders) {
      try {
        changed += await this.#copy(folder, projectBuilds);
      } catch (error) {
        if (this.#ending.signal.aborted) return;
        const problem = isCancel(error) ? 'its copy was cancelled' : messageOf(error);
        this.#problems.set(folder.name, [problem]);
        this.#log.warn(`Builds of the remote folder ${folder.name}: ${problem}`);
      }
    }
    if (changed > 0) this.#changed();
  }

  async #copy(folder: RemoteFolder, wanted: WantedBuilds): Promise<number> {
    const title = vscode.l10n.t('Laglens: searching builds in {0}', folder.name);
    const found = await withStatus(title, () => findBuilds(filesOf(folder.uri), wanted, this.#ending.signal));
    return this.#take(folder, found);
  }

  async #take(folder: RemoteFolder, found: FoundElsewhere): Promise<number> {
    const copy = async (signal: AbortSignal, step: (text: string) => void): Promise<number> => {
      const { changed, problems } = await copyBuilds(filesOf(folder.uri), found, folder.copy, {
        signal: AbortSignal.any([signal, this.#ending.signal]),
        step: ({ path, size }) => step(`${path.at(-1)}, ${Math.ceil(size / 2 ** 20)} MB`),
      });
      const all = [...found.problems, ...problems];
      for (const problem of all) this.#log.info(`Builds of the remote folder ${folder.name}: ${problem}`);
      if (all.length > 0) this.#problems.set(folder.name, all);
      else this.#problems.delete(folder.name);
      return changed;
    };
    const known = await Promise.all(found.files.map((file) => isCopied(join(folder.copy, ...file.path), file)));
    if (known.every(Boolean)) return copy(this.#ending.signal, () => undefined);
    return withNotification(vscode.l10n.t('Laglens: copying builds of {0}', folder.name), copy);
  }

  #copyOf(uri: vscode.Uri): string {
    return join(this.#folder, createHash('sha256').update(uri.toString()).digest('hex').slice(0, 32));
  }

  /** Removes the oldest copies of other folders. */
  async #tidy(): Promise<void> {
    const own = new Set(this.folders.map(({ copy }) => basename(copy)));
    const names = (await readdir(this.#folder).catch((): string[] => [])).filter((name) => !own.has(name));
    const known = await Promise.all(names.map(async (name) => ({ name, ms: (await stat(join(this.#folder, name))).mtimeMs })));
    known.sort((a, b) => b.ms - a.ms);
    for (const { name } of known.slice(MOST_FOLDERS)) await removePrivateTempFolder(join(this.#folder, name));
  }
}

function filesOf(root: vscode.Uri): ElsewhereFiles {
  const at = (path: readonly string[]): vscode.Uri => vscode.Uri.joinPath(root, ...path);
  return {
    list: async (folder) => (await vscode.workspace.fs.readDirectory(at(folder))).map(([name, type]) => ({ name, kind: kindOf(type) })),
    stat: async (file) => {
      const { size, mtime } = await vscode.workspace.fs.stat(at(file));
      return { size, modifiedMs: mtime };
    },
    read: async (file) => vscode.workspace.fs.readFile(at(file)),
  };
}

/** The kind of a link is its target's. */
function kindOf(type: vscode.FileType): 'file' | 'folder' | 'other' {
  if ((type & vscode.FileType.Directory) !== 0) return 'folder';
  return (type & vscode.FileType.File) !== 0 ? 'file' : 'other';
}
