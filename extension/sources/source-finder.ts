import * as vscode from 'vscode';
import type { SourcePlace } from '../../protocol/page-protocol.ts';
import type { Log } from '../surface/log.ts';
import { GENERATED, NOT_GENERATED, NOT_SOURCES } from './app-packages.ts';
import { LibrarySources } from './library-sources.ts';
import { NativeSources } from './native-sources.ts';
import type { BuiltPath } from './path-map.ts';
import { fileCandidates, RememberedChoice } from './remembered-choice.ts';
import { declaredPackage, isAtPackagePath, type SourceNames, sourceNames } from './source-names.ts';

const MOST_CANDIDATES = 50;

/** What became of a search for a source. */
export type Found =
  | {
      readonly type: 'found';
      readonly uri: vscode.Uri;
      /** Of this name there is only a file that declares another package, '' the default one. */
      readonly otherPackage?: string | undefined;
      /** No folder of the build's path is the same here: it may be another file of that name. */
      readonly byNameAlone?: boolean;
      /** Set for a source that is not the developer's. `apiLevel`: of Android's sources, when it is not the phone's. */
      readonly library?: { readonly apiLevel?: number | undefined };
    }
  /** `elsewhere`: the path of the build, of which it can be learnt where it is here. */
  | { readonly type: 'nothing'; readonly searched: readonly string[]; readonly elsewhere?: BuiltPath }
  | { readonly type: 'cancelled' };

/**
 * Finds the source of a frame. In the workspace: by the path of native debug information, by package path and file, among what
 * a build made, by declared package, by name alone. Elsewhere: in jars of sources and in Android's.
 */
export class SourceFinder {
  readonly libraries: LibrarySources;
  readonly #choice: RememberedChoice;
  readonly #native: NativeSources;

  /** @param memory keeps what the developer chose among several candidates */
  constructor(memory: vscode.Memento, log: Log) {
    this.#choice = new RememberedChoice(memory);
    this.#native = new NativeSources(this.#choice);
    this.libraries = new LibrarySources(this.#choice, log);
  }

  /** @param apiLevel of the phone, for sources of Android itself */
  async find(request: SourcePlace, apiLevel = 0): Promise<Found> {
    if (request.path !== undefined) return this.#native.find(request.path);
    const names = sourceNames(request);
    if (names === undefined) return { type: 'nothing', searched: [] };
    let byName: Named | undefined;
    for (const file of names.files) {
      const found = await candidatesFor(names, file);
      if (found.areOwn) return this.#chosen(names, { ...found, file });
      if (found.uris.length > 0) byName ??= { ...found, file };
    }
    // A library's class may have the name of one of the app's, so files that have no more than the name come last.
    const library = await this.libraries.find(names, apiLevel);
    if (library.type !== 'nothing') return library;
    if (byName !== undefined) return this.#chosen(names, byName);
    return { type: 'nothing', searched: names.files.flatMap((file) => [`**/${folderOf(names)}${file}`, `**/${file}`]) };
  }

  /** False when the reader chose another one of several files with this name and package. */
  isMeant(packageName: string, file: string, uri: vscode.Uri): boolean {
    return [undefined, uri.toString()].includes(this.#choice.chosen(`${packageName}/${file}`));
  }

  /** Whether the path of a build would be found to be this file; nothing is asked. */
  leadsTo(path: string, uri: vscode.Uri): Promise<boolean> {
    return this.#native.leadsTo(path, uri);
  }

  /** The developer's own source of a frame, where that is clear without a question. */
  async findQuietly(place: SourcePlace): Promise<vscode.Uri | undefined> {
    if (place.path !== undefined) return this.#native.findQuietly(place.path);
    const names = sourceNames(place);
    for (const file of names?.files ?? []) {
      if (names === undefined) break;
      const { uris, areOwn } = await candidatesFor(names, file);
      const meant = this.#choice.chosen(`${names.package}/${file}`);
      const [only, ...others] = meant === undefined ? uris : uris.filter((uri) => uri.toString() === meant);
      if (areOwn && others.length === 0 && only !== undefined) return only;
    }
    return undefined;
  }

  /**
   * The same for a source whose lines are shown to others: by names alone, as the search of the workspace lists them. A session's path
   * leads nowhere.
   */
  async findListed(place: SourcePlace): Promise<vscode.Uri | undefined> {
    return place.path === undefined ? this.findQuietly(place) : this.#native.findListed(place.path);
  }

  async #chosen(names: SourceNames, { uris, file }: Named): Promise<Found> {
    const uri = await this.#choice.choose(`${names.package}/${file}`, file, fileCandidates(uris));
    return uri === undefined ? { type: 'cancelled' } : { type: 'found', uri, otherPackage: await otherPackage(uri, names, file) };
  }
}

interface Named {
  readonly uris: readonly vscode.Uri[];
  readonly file: string;
}

/** Files of this name; `areOwn` when they are of the frame's package. */
async function candidatesFor(
  names: SourceNames,
  file: string,
): Promise<{ readonly uris: readonly vscode.Uri[]; readonly areOwn: boolean }> {
  const find = (glob: string, exclude = NOT_SOURCES): Thenable<vscode.Uri[]> => vscode.workspace.findFiles(glob, exclude, MOST_CANDIDATES);
  // First by the whole path: among many files of one name, the right one may be beyond the most that are asked for.
  const exact = await find(`**/${folderOf(names)}${file}`);
  if (exact.length > 0) return { uris: exact, areOwn: true };
  const named = await find(`**/${file}`);
  const atPath = named.filter((uri) => isAtPackagePath(uri.path, names.package, file));
  if (atPath.length > 0) return { uris: atPath, areOwn: true };
  // Kotlin sources may leave out the folders of a common root package.
  const declaring = await Promise.all(named.map(async (uri) => ((await packageOf(uri)) === names.package ? [uri] : [])));
  const declared = declaring.flat();
  if (declared.length > 0) return { uris: declared, areOwn: true };
  const generated = await find(`${GENERATED}**/${folderOf(names)}${file}`, NOT_GENERATED);
  return generated.length > 0 ? { uris: generated, areOwn: true } : { uris: named, areOwn: false };
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
