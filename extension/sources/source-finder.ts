import * as vscode from 'vscode';
import type { SourcePlace } from '../page-protocol.ts';
import { NOT_SOURCES } from './app-packages.ts';
import { declaredPackage, isAtPackagePath, type SourceNames, sourceNames } from './source-names.ts';

const REMEMBERED = 'laglens.sources';
const MOST_CANDIDATES = 50;

/** What became of a search for a source. */
export type Found =
  /** `otherPackage`: of this name there is only a file that declares another package, '' the default one. */
  | { readonly type: 'found'; readonly uri: vscode.Uri; readonly otherPackage?: string | undefined }
  | { readonly type: 'nothing'; readonly searched: readonly string[] }
  | { readonly type: 'cancelled' };

/** Finds the source of a frame in the workspace: by package path and file, by declared package, by name alone. */
export class SourceFinder {
  readonly #memory: vscode.Memento;

  /** @param memory keeps what the developer chose among several candidates */
  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  async find(request: SourcePlace): Promise<Found> {
    const names = sourceNames(request);
    if (names === undefined) return { type: 'nothing', searched: [] };
    for (const file of names.files) {
      const candidates = await this.#candidates(names, file);
      if (candidates.length === 0) continue;
      const uri = candidates.length === 1 ? candidates[0] : await this.#choose(names, file, candidates);
      return uri === undefined ? { type: 'cancelled' } : { type: 'found', uri, otherPackage: await otherPackage(uri, names, file) };
    }
    return { type: 'nothing', searched: names.files.flatMap((file) => [`**/${folderOf(names)}${file}`, `**/${file}`]) };
  }

  async #candidates(names: SourceNames, file: string): Promise<readonly vscode.Uri[]> {
    const find = (glob: string): Thenable<vscode.Uri[]> => vscode.workspace.findFiles(glob, NOT_SOURCES, MOST_CANDIDATES);
    // First by the whole path: among many files of one name, the right one may be beyond the most that are asked for.
    const exact = await find(`**/${folderOf(names)}${file}`);
    if (exact.length > 0) return exact;
    const named = await find(`**/${file}`);
    const atPath = named.filter((uri) => isAtPackagePath(uri.path, names.package, file));
    if (atPath.length > 0) return atPath;
    // Kotlin sources may leave out the folders of a common root package.
    const declaring = await Promise.all(named.map(async (uri) => ((await packageOf(uri)) === names.package ? [uri] : [])));
    const declared = declaring.flat();
    return declared.length > 0 ? declared : named;
  }

  async #choose(names: SourceNames, file: string, candidates: readonly vscode.Uri[]): Promise<vscode.Uri | undefined> {
    const key = `${names.package}/${file}`;
    const remembered = this.#memory.get<Record<string, string>>(REMEMBERED, {});
    const known = candidates.find((uri) => uri.toString() === remembered[key]);
    if (known !== undefined) return known;
    const items = candidates.map((uri) => ({ label: file, description: vscode.workspace.asRelativePath(uri), uri }));
    const picked = await vscode.window.showQuickPick(items, {
      title: vscode.l10n.t('Which {0} belongs to this app?', file),
      placeHolder: vscode.l10n.t('The answer is remembered for this workspace'),
      matchOnDescription: true,
    });
    if (picked === undefined) return undefined;
    await this.#memory.update(REMEMBERED, { ...remembered, [key]: picked.uri.toString() });
    return picked.uri;
  }
}

function folderOf(names: SourceNames): string {
  return names.package === '' ? '' : `${names.package.replaceAll('.', '/')}/`;
}

/** The package of a file that was found by its name alone. */
async function otherPackage(uri: vscode.Uri, names: SourceNames, file: string): Promise<string | undefined> {
  if (isAtPackagePath(uri.path, names.package, file)) return undefined;
  const declared = await packageOf(uri);
  return declared === names.package ? undefined : declared;
}

async function packageOf(uri: vscode.Uri): Promise<string> {
  return declaredPackage(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
}
