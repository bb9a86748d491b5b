import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import * as vscode from 'vscode';
import { messageOf } from '../../core/errors.ts';
import { gradleCache, gradleSourceJars, type SourceJar } from '../../host/sources/gradle-jars.ts';
import { jarEntries, jarText } from '../../host/sources/jar-entries.ts';
import { sdkSource } from '../../host/sources/sdk-sources.ts';
import { localized } from '../surface/localized.ts';
import type { Log } from '../surface/log.ts';
import { shownError } from '../surface/notifications.ts';
import { withStatus } from '../surface/progress.ts';
import type { Found } from './found.ts';
import type { RememberedChoice } from './remembered-choice.ts';
import type { SourceNames } from './source-names.ts';
import { findFiles } from './workspace-files.ts';

/** Scheme of sources outside the workspace, which are read-only. */
export const LIBRARY_SCHEME = 'laglens-source';

const MOST_WORKSPACE_JARS = 200;
const MOST_KEPT_ENTRIES = 400_000;
const MOST_SDK_BYTES = 8 << 20;

interface JarEntry extends SourceJar {
  readonly entry: string;
}

/** Sources of libraries (`*-sources.jar`) and Android (SDK). A session only gives package and file name; the search places are fixed. */
export class LibrarySources implements vscode.TextDocumentContentProvider {
  readonly #choice: RememberedChoice;
  readonly #log: Log;
  /** Sources by searched jar. */
  readonly #entries = new Map<string, readonly string[]>();
  #kept = 0;

  constructor(choice: RememberedChoice, log: Log) {
    this.#choice = choice;
    this.#log = log;
  }

  /** @param apiLevel of the phone, 0 without one */
  async find(names: SourceNames, apiLevel: number): Promise<Found> {
    const below = names.files.map((file) => `${names.package === '' ? '' : `${names.package.replaceAll('.', '/')}/`}${file}`);
    const sdk = androidSdk();
    if (sdk !== undefined && apiLevel > 0) {
      for (const path of below) {
        const source = await sdkSource(sdk, path, apiLevel);
        if (source === undefined) continue;
        const otherLevel = source.apiLevel === apiLevel ? undefined : source.apiLevel;
        return { type: 'found', uri: uriOf(path, source.path), library: { apiLevel: otherLevel } };
      }
    }
    const searching = vscode.l10n.t('Searching sources of {0}', names.package);
    const found = await withStatus(searching, () => this.#inJars(names.package, below));
    if (found.length === 0) return { type: 'nothing', searched: [] };
    const candidates = found.map(({ path, entry, library, version }) => ({
      uri: uriOf(entry, path),
      label: version === '' ? (path.split(/[\\/]/).at(-1) ?? path) : `${library} ${version}`,
      description: path,
    }));
    const uri = await this.#choice.choose(`${found[0]?.library ?? ''}/${below[0] ?? ''}`, below[0] ?? '', candidates);
    return uri === undefined ? { type: 'cancelled' } : { type: 'found', uri, library: {} };
  }

  /** @throws Error if the jar is unreadable or not in a search place */
  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const file = uri.query;
    const sdk = androidSdk();
    if (sdk !== undefined && isBelow(join(sdk, 'sources'), file)) {
      const source = vscode.Uri.file(file);
      if ((await vscode.workspace.fs.stat(source)).size > MOST_SDK_BYTES) throw shownError(vscode.l10n.t('{0} is too large.', file));
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(source));
    }
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
    const isKnown = [gradleCache(gradleHome()), ...folders].some((folder) => isBelow(folder, file));
    if (!isKnown || !file.endsWith('-sources.jar')) {
      throw shownError(vscode.l10n.t('{0} was not found among the library sources.', file));
    }
    try {
      return await jarText(file, uri.path.slice(1));
    } catch (error) {
      throw shownError(localized(messageOf(error)));
    }
  }

  /** The first library with the source, all versions, newest first. */
  async #inJars(packageName: string, below: readonly string[]): Promise<readonly JarEntry[]> {
    const found: JarEntry[] = [];
    for await (const jar of this.#jars(packageName)) {
      if (found[0] !== undefined && found[0].library !== jar.library) break;
      const entries = await this.#entriesOf(jar.path);
      // Kotlin multi-platform jars have a folder per platform above the packages.
      const entry = below.flatMap((path) => entries.find((name) => name === path || name.endsWith(`/${path}`)) ?? [])[0];
      if (entry !== undefined) found.push({ ...jar, entry });
    }
    return found;
  }

  async *#jars(packageName: string): AsyncGenerator<SourceJar> {
    const search = { glob: '**/*-sources.jar', exclude: '**/node_modules/**', most: MOST_WORKSPACE_JARS };
    // Jars of other file systems cannot be read by parts.
    const inWorkspace = await findFiles({ ...search, isWanted: () => false });
    for (const { scheme, fsPath } of inWorkspace) if (scheme === 'file') yield { path: fsPath, library: '', version: '' };
    yield* gradleSourceJars(gradleHome(), packageName);
  }

  async #entriesOf(jar: string): Promise<readonly string[]> {
    const known = this.#entries.get(jar);
    if (known !== undefined) return known;
    let entries: readonly string[] = [];
    try {
      entries = (await jarEntries(jar)).filter((name) => /\.(?:java|kt|kts|groovy|scala)$/.test(name));
    } catch (error) {
      this.#log.warn(`Sources in ${jar} can't be read: ${error}`);
    }
    this.#kept += entries.length;
    if (this.#kept <= MOST_KEPT_ENTRIES) this.#entries.set(jar, entries);
    return entries;
  }
}

function uriOf(path: string, file: string): vscode.Uri {
  return vscode.Uri.from({ scheme: LIBRARY_SCHEME, path: `/${path}`, query: file });
}

function gradleHome(): string {
  return process.env.GRADLE_USER_HOME || join(homedir(), '.gradle');
}

function androidSdk(): string | undefined {
  return process.env.ANDROID_HOME || process.env.ANDROID_SDK_ROOT || undefined;
}

/** Compares written paths; one with `..` is below nothing. */
function isBelow(folder: string, path: string): boolean {
  return path.startsWith(`${folder}${sep}`) && !path.split(/[\\/]/).includes('..');
}
