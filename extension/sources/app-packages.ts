import * as vscode from 'vscode';
import { guarded } from '../../core/guarded.ts';
import type { Log } from '../surface/log.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import { declaredPackage } from './source-names.ts';
import { findFiles, forgetLists, isGenerated, sourceText } from './workspace-files.ts';

/** Built and downloaded files are not own sources. */
export const NOT_SOURCES = '**/{node_modules,build,out,dist,target,.gradle,.idea,.git}/**';
/** Globs of Gradle's generated sources, which count although they are in a build folder. */
export const GENERATED = '**/build/generated/';
export const NOT_GENERATED = '**/{node_modules,.gradle,.idea,.git}/**';
const MOST_FILES = 4000;
/** Package declarations are near the top, rarely after a longer licence. */
const HEAD_LETTERS = 16_384;
const AT_ONCE = 32;

/**
 * Packages of the workspace's Java and Kotlin sources, searched again after sources changed. Reads one file per folder,
 * of at most 4,000 files.
 */
export class AppPackages {
  readonly #log: Log;
  #found: Promise<readonly string[]> | undefined;

  constructor(log: Log, subscriptions: vscode.Disposable[]) {
    this.#log = log;
    const watcher = vscode.workspace.createFileSystemWatcher('**/*.{java,kt}', false, true, false);
    const forget = (): void => {
      this.#found = undefined;
      forgetLists();
    };
    watcher.onDidCreate(guarded(forget, unexpected));
    watcher.onDidDelete(guarded(forget, unexpected));
    subscriptions.push(watcher, vscode.workspace.onDidChangeWorkspaceFolders(guarded(forget, unexpected)));
  }

  find(): Promise<readonly string[]> {
    this.#found ??= this.#scan();
    return this.#found;
  }

  async #scan(): Promise<readonly string[]> {
    const files = await findFiles({
      glob: '**/*.{java,kt}',
      exclude: NOT_SOURCES,
      most: MOST_FILES,
      isWanted: (path) => !isGenerated(path) && /\.(?:java|kt)$/.test(path),
    });
    const onePerFolder = [...new Map(files.map((file) => [folderOf(file), file])).values()];
    const packages = new Set<string>();
    for (let first = 0; first < onePerFolder.length; first += AT_ONCE) {
      const batch = onePerFolder.slice(first, first + AT_ONCE);
      for (const name of await Promise.all(batch.map((file) => this.#packageOf(file)))) {
        if (name !== '') packages.add(name);
      }
    }
    this.#log.debug(`${packages.size} app packages from ${files.length} sources`);
    return [...packages].sort();
  }

  async #packageOf(file: vscode.Uri): Promise<string> {
    try {
      return declaredPackage((await sourceText(file)).slice(0, HEAD_LETTERS));
    } catch (error) {
      this.#log.warn(`Cannot read ${file.toString()} to learn its package: ${error}`);
      return '';
    }
  }
}

function folderOf(file: vscode.Uri): string {
  return file.path.slice(0, file.path.lastIndexOf('/'));
}
