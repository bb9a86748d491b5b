import type * as vscode from 'vscode';
import type { SourcePlace } from '../../protocol/parse-from-page.ts';
import type { Log } from '../surface/log.ts';
import { GENERATED, NOT_GENERATED, NOT_SOURCES } from './app-packages.ts';
import type { Found } from './found.ts';
import { LibrarySources } from './library-sources.ts';
import { NativeSources } from './native-sources.ts';
import { fileCandidates, RememberedChoice } from './remembered-choice.ts';
import { declaredPackage, isAtPackagePath, type SourceNames, sourceNames } from './source-names.ts';
import { findFiles, isGenerated, sourceText } from './workspace-files.ts';

const MOST_CANDIDATES = 50;

/**
 * Finds a frame's source in the workspace by native path, package path, generated sources, declared package, name; then
 * in source jars and Android's sources.
 */
export class SourceFinder {
  readonly libraries: LibrarySources;
  readonly #choice: RememberedChoice;
  readonly #native: NativeSources;

  /** @param memory stores the user's choices */
  constructor(memory: vscode.Memento, log: Log) {
    this.#choice = new RememberedChoice(memory);
    this.#native = new NativeSources(this.#choice);
    this.libraries = new LibrarySources(this.#choice, log);
  }

  /** @param apiLevel of the phone, for Android's sources */
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
    // Files that match by name only come last, as library classes may share app names.
    const library = await this.libraries.find(names, apiLevel);
    if (library.type !== 'nothing') return library;
    if (byName !== undefined) return this.#chosen(names, byName);
    return { type: 'nothing', searched: names.files.flatMap((file) => [`**/${folderOf(names)}${file}`, `**/${file}`]) };
  }

  /** False if the user chose another file of this name and package. */
  isMeant(packageName: string, file: string, uri: vscode.Uri): boolean {
    return [undefined, uri.toString()].includes(this.#choice.chosen(`${packageName}/${file}`));
  }

  /** True if a build's path leads to this file, without asking. */
  leadsTo(path: string, uri: vscode.Uri): Promise<boolean> {
    return this.#native.leadsTo(path, uri);
  }

  /** The user's own source of a frame if no question is needed. */
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

  /** The same by name only for shared lines, so that a session's path leads nowhere. */
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

/** Files of this name; `areOwn` if they are in the frame's package. */
async function candidatesFor(
  names: SourceNames,
  file: string,
): Promise<{ readonly uris: readonly vscode.Uri[]; readonly areOwn: boolean }> {
  const find = (end: string): Promise<readonly vscode.Uri[]> =>
    findFiles({
      glob: `**/${end}`,
      exclude: NOT_SOURCES,
      most: MOST_CANDIDATES,
      isWanted: (path) => !isGenerated(path) && path.endsWith(`/${end}`),
    });
  // By whole path first, as a search by name is limited.
  const exact = await find(`${folderOf(names)}${file}`);
  if (exact.length > 0) return { uris: exact, areOwn: true };
  const named = await find(file);
  const atPath = named.filter((uri) => isAtPackagePath(uri.path, names.package, file));
  if (atPath.length > 0) return { uris: atPath, areOwn: true };
  // Kotlin sources may omit folders of a common root package.
  const declaring = await Promise.all(named.map(async (uri) => ((await packageOf(uri)) === names.package ? [uri] : [])));
  const declared = declaring.flat();
  if (declared.length > 0) return { uris: declared, areOwn: true };
  const generated = await findFiles({
    glob: `${GENERATED}**/${folderOf(names)}${file}`,
    exclude: NOT_GENERATED,
    most: MOST_CANDIDATES,
    isWanted: (path) => isGenerated(path) && path.endsWith(`/${folderOf(names)}${file}`),
  });
  return generated.length > 0 ? { uris: generated, areOwn: true } : { uris: named, areOwn: false };
}

function folderOf(names: SourceNames): string {
  return names.package === '' ? '' : `${names.package.replaceAll('.', '/')}/`;
}

/** The package of a file found by name only. */
async function otherPackage(uri: vscode.Uri, names: SourceNames, file: string): Promise<string | undefined> {
  if (isAtPackagePath(uri.path, names.package, file)) return undefined;
  const declared = await packageOf(uri);
  return declared === names.package ? undefined : declared;
}

async function packageOf(uri: vscode.Uri): Promise<string> {
  return declaredPackage(await sourceText(uri));
}
