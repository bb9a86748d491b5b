import * as vscode from 'vscode';
import { type WalkElsewhere, walkElsewhere } from '../../host/builds/elsewhere/walk-elsewhere.ts';
import { alwaysSkipped } from '../../host/folders/folder-walk.ts';
import { folderFiles } from '../surface/vscode/folder-files.ts';
import { mayHaveHeat } from './source-document.ts';

/** Schemes whose folders VS Code searches by itself; it waits without an end for others. */
const SEARCHED: ReadonlySet<string> = new Set(['file', 'vscode-remote', 'vscode-vfs', 'untitled']);
const MOST_SOURCES = 20_000;
/** A list is made again after this time, when somebody searches. */
const CURRENT_MS = 60_000;
/** Outputs that are no sources. */
const OUTPUTS: ReadonlySet<string> = new Set(['out', 'dist', 'target']);

/** One search: for VS Code as globs, for lists as a test of a path. */
export interface FileSearch {
  readonly glob: string;
  readonly exclude: string;
  readonly most: number;
  /** @param path below the workspace folder, with `/` before each name */
  isWanted(path: string): boolean;
}

interface SourceList {
  readonly madeMs: number;
  readonly paths: Promise<readonly string[]>;
}

/** Keyed by the folder's URI. */
const lists = new Map<string, SourceList>();

/** Files of all workspace folders: VS Code's search, and lists of folders that it cannot search. */
export async function findFiles(search: FileSearch): Promise<readonly vscode.Uri[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const others = folders.filter(({ uri }) => !SEARCHED.has(uri.scheme));
  const { glob, exclude, most } = search;
  const isSearched = others.length < folders.length || folders.length === 0;
  const found = isSearched ? [...(await vscode.workspace.findFiles(glob, exclude, most))] : [];
  for (const { uri } of others) {
    if (found.some((each) => each.scheme === uri.scheme && each.path.startsWith(`${uri.path}/`))) continue;
    const listed = (await sourcesOf(uri)).filter((path) => search.isWanted(path)).slice(0, Math.max(0, most - found.length));
    found.push(...listed.map((path) => vscode.Uri.joinPath(uri, path)));
  }
  return found;
}

/** @param path with `/` before each name */
export function isGenerated(path: string): boolean {
  return path.includes('/build/generated/');
}

/** Longer files are no sources of people. */
const MOST_SOURCE_BYTES = 4 << 20;

/** A source's text; '' for one that is too long. @throws VS Code's error */
export async function sourceText(uri: vscode.Uri): Promise<string> {
  if ((await vscode.workspace.fs.stat(uri)).size > MOST_SOURCE_BYTES) return '';
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** Forgets the lists, as after a file was made. */
export function forgetLists(): void {
  lists.clear();
}

/** Without a list of this folder nothing is found in it, as in an empty one. */
function sourcesOf(folder: vscode.Uri): Promise<readonly string[]> {
  const key = folder.toString();
  const known = lists.get(key);
  if (known !== undefined && Date.now() - known.madeMs < CURRENT_MS) return known.paths;
  const paths: string[] = [];
  const walk: WalkElsewhere = {
    mostFiles: MOST_SOURCES,
    tooMany: `There are more than ${MOST_SOURCES.toLocaleString('en')} sources.`,
    folder: (path) => isEntered(path),
    file: (path) => mayHaveHeat(path.at(-1) ?? ''),
    found: (path) => {
      paths.push(`/${path.join('/')}`);
    },
  };
  const listed = walkElsewhere(folderFiles(folder), walk, new AbortController().signal).then(() => paths);
  lists.set(key, { madeMs: Date.now(), paths: listed });
  return listed;
}

/** Of a build folder only its generated sources. */
function isEntered(path: readonly string[]): boolean {
  if (path.some((name) => alwaysSkipped.has(name) || OUTPUTS.has(name))) return false;
  const build = path.indexOf('build');
  return build < 0 || build === path.length - 1 || path[build + 1] === 'generated';
}
