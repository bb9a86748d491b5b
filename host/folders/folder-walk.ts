import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FinderReport } from './finder.ts';

interface WalkLimits {
  /** Below the first folder. */
  readonly depth: number;
  /** Files and folders. */
  readonly entries: number;
}

type FolderChoice = 'enter' | 'give' | 'skip';

export interface Walk {
  readonly limits: WalkLimits;
  /** @param depth 1 for folders in the first one */
  folder(name: string, path: string, depth: number): FolderChoice;
  /** True for wanted files. */
  file(name: string, path: string): boolean;
  /** Followed by default. */
  readonly links?: 'follow' | 'skip';
}

/** Folders of tools: large, and without builds or sources. */
export const alwaysSkipped: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.gradle',
  '.hg',
  '.svn',
  '.idea',
  '.vscode',
  'Pods',
  '.Trash',
]);

const unreported = { problem: () => undefined };

interface WalkedPath {
  readonly path: string;
  readonly isFolder: boolean;
}

/**
 * Breadth-first walk. Each real folder is entered once, so loops of symbolic links end. A missing folder is empty.
 * @param report receives folders that cannot be read or exceed the limits
 */
export async function* walkFolder(
  start: string,
  walk: Walk,
  report: Pick<FinderReport, 'problem'> = unreported,
): AsyncGenerator<WalkedPath> {
  const entered = new Set<string>();
  const waiting: { readonly path: string; readonly depth: number }[] = [{ path: start, depth: 0 }];
  let seen = 0;
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    for (const entry of await entriesOf(folder.path, entered, report)) {
      if (++seen > walk.limits.entries) {
        report.problem(`${start} has more than ${walk.limits.entries.toLocaleString('en')} entries: not all of it was searched.`);
        return;
      }
      const path = join(folder.path, entry.name);
      const kind = await kindOf(entry, path, walk.links);
      if (kind === 'file' && walk.file(entry.name, path)) yield { path, isFolder: false };
      if (kind !== 'folder' || alwaysSkipped.has(entry.name)) continue;
      const choice = walk.folder(entry.name, path, folder.depth + 1);
      if (choice === 'give') yield { path, isFolder: true };
      if (choice === 'enter' && folder.depth < walk.limits.depth) waiting.push({ path, depth: folder.depth + 1 });
    }
  }
}

async function entriesOf(folder: string, entered: Set<string>, report: Pick<FinderReport, 'problem'>): Promise<readonly Dirent[]> {
  try {
    const real = await realpath(folder);
    if (entered.has(real)) return [];
    entered.add(real);
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      report.problem(`${folder} can't be searched: ${error instanceof Error ? error.message : error}.`);
    return [];
  }
}

async function kindOf(entry: Dirent, path: string, links: Walk['links']): Promise<'file' | 'folder' | 'other'> {
  // A dangling link counts as neither.
  const found = entry.isSymbolicLink() && links !== 'skip' ? await stat(path).catch(() => undefined) : entry;
  if (found === undefined) return 'other';
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
}
