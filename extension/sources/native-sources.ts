import { dirname } from 'node:path/posix';
import * as vscode from 'vscode';
import { isRemotePath } from '../../core/symbols/bytes/remote-path.ts';
import { confirm } from '../surface/notifications.ts';
import { readSettings } from '../surface/vscode/settings.ts';
import { GENERATED, NOT_GENERATED, NOT_SOURCES } from './app-packages.ts';
import type { Found } from './found.ts';
import { type BuiltPath, builtPath, globOfName, longestSuffix, remapped } from './path-map.ts';
import { fileCandidates, type RememberedChoice } from './remembered-choice.ts';
import { findFiles, isGenerated } from './workspace-files.ts';

const MOST_CANDIDATES = 200;

/**
 * Finds native sources by debug information: its path, `laglens.sourceMap`, the longest common end in the workspace. A
 * session names that path, so outside the workspace only settings and answers count. Other computers' paths are not even
 * tested, as that connects.
 */
export class NativeSources {
  readonly #choice: RememberedChoice;
  /** Folders outside the workspace that the user allowed. */
  readonly #allowed = new Set<string>();

  constructor(choice: RememberedChoice) {
    this.#choice = choice;
  }

  async find(path: string): Promise<Found> {
    const built = builtPath(path);
    if (built === undefined) return { type: 'nothing', searched: [] };
    const exact = isAbsolute(built) ? vscode.Uri.file(built.path) : undefined;
    const isThere = exact !== undefined && (!isRemotePath(built.path) || isInWorkspace(exact)) && (await isFile(exact));
    if (isThere && (isInWorkspace(exact) || this.#allowed.has(dirname(exact.path)))) return { type: 'found', uri: exact };
    for (const candidate of knownPlaces(built)) if (await isFile(candidate)) return { type: 'found', uri: candidate };
    const { best, shared } = longestSuffix(await named(built), built);
    if (best.length > 0) {
      const uri = await this.#choice.choose(built.path, built.name, fileCandidates(best));
      // The user has seen a chosen file.
      const byNameAlone = shared === 1 && best.length === 1 && built.path.includes('/', 1);
      return uri === undefined ? { type: 'cancelled' } : { type: 'found', uri, byNameAlone };
    }
    if (isThere) return this.#askFor(exact);
    return { type: 'nothing', searched: [built.path, `**/${built.name}`], elsewhere: built };
  }

  /** True if a search for the path would find this file, without asking. */
  async leadsTo(path: string, uri: vscode.Uri): Promise<boolean> {
    const built = builtPath(path);
    if (built === undefined) return false;
    const here = uri.toString();
    if (isAbsolute(built) && vscode.Uri.file(built.path).toString() === here) return true;
    for (const candidate of knownPlaces(built)) if (await isFile(candidate)) return candidate.toString() === here;
    const chosen = this.#choice.chosen(built.path);
    if (chosen !== undefined) return chosen === here;
    return longestSuffix(await named(built), built).best.some((candidate) => candidate.toString() === here);
  }

  /** A workspace source if no question is needed. */
  async findQuietly(path: string): Promise<vscode.Uri | undefined> {
    const built = builtPath(path);
    if (built === undefined) return undefined;
    const exact = isAbsolute(built) ? vscode.Uri.file(built.path) : undefined;
    if (exact !== undefined && vscode.workspace.getWorkspaceFolder(exact) !== undefined && (await isFile(exact))) return exact;
    for (const candidate of knownPlaces(built)) if (await isFile(candidate)) return candidate;
    return this.#listed(built);
  }

  /** The same among files with the path's last name. */
  async findListed(path: string): Promise<vscode.Uri | undefined> {
    const built = builtPath(path);
    return built && this.#listed(built);
  }

  async #listed(built: BuiltPath): Promise<vscode.Uri | undefined> {
    const chosen = this.#choice.chosen(built.path);
    const { best } = longestSuffix(await named(built), built);
    const [only, ...others] = chosen === undefined ? best : best.filter((uri) => uri.toString() === chosen);
    return others.length === 0 ? only : undefined;
  }

  async #askFor(uri: vscode.Uri): Promise<Found> {
    const open = vscode.l10n.t('Open');
    const question = vscode.l10n.t('The session names {0}, which is outside this workspace. Open it?', uri.fsPath);
    if (!(await confirm({ question }, open))) return { type: 'cancelled' };
    this.#allowed.add(dirname(uri.path));
    return { type: 'found', uri };
  }
}

/** In order: the path itself in a remote folder, whose build it may be; then mapped ones. */
function knownPlaces(built: BuiltPath): readonly vscode.Uri[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== 'file');
  const within = folders.filter(({ uri }) => built.path.startsWith(`${uri.path}/`));
  return [...within.map(({ uri }) => uri.with({ path: built.path })), ...mappedPlaces(built)];
}

/** The mapped file; relative map folders are below each workspace folder. */
function mappedPlaces(built: BuiltPath): readonly vscode.Uri[] {
  const roots = vscode.workspace.workspaceFolders ?? [];
  return remapped(readSettings().sourceMap, built).flatMap(({ folder, below }) => {
    const inWorkspace = folder.replace(/^\$\{workspaceFolder\}[\\/]*/, './/');
    if (/^(?:[A-Za-z]:)?[\\/]/.test(inWorkspace)) return [vscode.Uri.joinPath(vscode.Uri.file(inWorkspace), below)];
    return roots.map(({ uri }) => vscode.Uri.joinPath(uri, inWorkspace, below));
  });
}

/** Workspace files of that name, including generated ones. */
async function named(built: BuiltPath): Promise<readonly vscode.Uri[]> {
  for (const anyCase of built.isWindows ? [false, true] : [false]) {
    const glob = globOfName(built.name, anyCase);
    const isNamed = (path: string): boolean => nameOf(path, anyCase) === nameOf(built.name, anyCase);
    const most = MOST_CANDIDATES;
    const found = await findFiles({ glob, exclude: NOT_SOURCES, most, isWanted: (path) => !isGenerated(path) && isNamed(path) });
    const isWanted = (path: string): boolean => isGenerated(path) && isNamed(path);
    const generated = await findFiles({ glob: `${GENERATED}${glob}`, exclude: NOT_GENERATED, most, isWanted });
    if (found.length + generated.length > 0) return [...found, ...generated];
  }
  return [];
}

function nameOf(path: string, anyCase: boolean): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return anyCase ? name.toLowerCase() : name;
}

function isAbsolute({ path }: BuiltPath): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path);
}

function isInWorkspace(uri: vscode.Uri): boolean {
  return vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
  } catch {
    // Missing or not to be tested: continue the search.
    return false;
  }
}
