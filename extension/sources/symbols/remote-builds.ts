import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { isCancel, messageOf } from '../../../core/errors.ts';
import { background } from '../../../core/guarded.ts';
import { remotePlace } from '../../../host/builds/build-report-text.ts';
import { copyBuilds, isCopied } from '../../../host/builds/elsewhere/copy-builds.ts';
import { type FoundElsewhere, findBuilds } from '../../../host/builds/elsewhere/find-builds.ts';
import type { Wanted } from '../../../host/builds/elsewhere/walk-elsewhere.ts';
import { namedBuilds, projectBuilds } from '../../../host/builds/elsewhere/wanted-builds.ts';
import { removePrivateTempFolder } from '../../../host/devices/private-temp-folder.ts';
import type { Log } from '../../surface/log.ts';
import { withNotification, withStatus } from '../../surface/progress.ts';
import { folderFiles } from '../../surface/vscode/folder-files.ts';
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
  readonly #relative: () => readonly string[];
  /** Copies of relative paths that exist. */
  readonly #named = new Set<string>();
  readonly #ending = new AbortController();
  readonly #problems = new Map<string, readonly string[]>();
  #updating: Promise<void> | undefined;

  /**
   * @param relative paths with builds below each folder
   * @param changed called after copies changed
   */
  constructor(folder: string, log: Log, relative: () => readonly string[], changed: () => void) {
    this.#relative = relative;
    this.#folder = folder;
    this.#log = log;
    this.#changed = changed;
  }

  get folders(): readonly RemoteFolder[] {
    return (vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri }) => !WITHOUT_BUILDS.has(uri.scheme))
      .map(({ name, uri }) => ({ name, uri, copy: this.#copyOf(uri, 'project') }));
  }

  /** Copies of the relative paths that are there. */
  get named(): readonly string[] {
    return [...this.#named];
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
      const copy = this.#copyOf(uri, 'named');
      await this.#copy({ name: basename(uri.path), uri, copy }, namedBuilds);
      return copy;
    }
    const folder = vscode.Uri.joinPath(uri, '..');
    const copy = this.#copyOf(folder, 'files');
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
        changed += await this.#copyNamed(folder);
      } catch (error) {
        if (this.#ending.signal.aborted) return;
        const problem = isCancel(error) ? 'its copy was cancelled' : messageOf(error);
        this.#problems.set(folder.name, [problem]);
        this.#log.warn(`Builds of the remote folder ${folder.name}: ${problem}`);
      }
    }
    if (changed > 0) this.#changed();
  }

  /** Most projects lack most of the paths. @returns the number of new places */
  async #copyNamed({ uri }: RemoteFolder): Promise<number> {
    const before = this.#named.size;
    for (const path of this.#relative()) {
      const place = vscode.Uri.joinPath(uri, ...path.split(/[\\/]/));
      const isBelow = place.path.startsWith(`${uri.path}/`);
      const isThere = isBelow && (await vscode.workspace.fs.stat(place).then(Boolean, () => false));
      if (isThere) this.#named.add(await this.here(place));
    }
    return this.#named.size - before;
  }

  async #copy(folder: RemoteFolder, wanted: Wanted): Promise<number> {
    const title = vscode.l10n.t('Laglens: searching builds in {0}', folder.name);
    const found = await withStatus(title, () => findBuilds(folderFiles(folder.uri), wanted, this.#ending.signal));
    return this.#take(folder, found);
  }

  async #take(folder: RemoteFolder, found: FoundElsewhere): Promise<number> {
    const copy = async (signal: AbortSignal, step: (text: string) => void): Promise<number> => {
      const { changed, problems } = await copyBuilds(folderFiles(folder.uri), found, folder.copy, {
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

  /** Each kind has its own folder: a search removes copies of what it does not find. */
  #copyOf(uri: vscode.Uri, kind: 'project' | 'named' | 'files'): string {
    return join(this.#folder, createHash('sha256').update(`${kind} ${uri.toString()}`).digest('hex').slice(0, 32));
  }

  /** Removes the oldest copies of other folders. */
  async #tidy(): Promise<void> {
    const named = [...this.#named].map((path) => relative(this.#folder, path).split(sep)[0]);
    const own = new Set([...this.folders.map(({ copy }) => basename(copy)), ...named]);
    const names = (await readdir(this.#folder).catch((): string[] => [])).filter((name) => !own.has(name));
    const known = await Promise.all(names.map(async (name) => ({ name, ms: (await stat(join(this.#folder, name))).mtimeMs })));
    known.sort((a, b) => b.ms - a.ms);
    for (const { name } of known.slice(MOST_FOLDERS)) await removePrivateTempFolder(join(this.#folder, name));
  }
}
