import { messageOf } from '../../../core/errors.ts';
import type { WantedBuilds } from './wanted-builds.ts';

/** A folder of another file system. Paths are names below it. */
export interface ElsewhereFiles {
  list(folder: readonly string[]): Promise<readonly { readonly name: string; readonly kind: 'file' | 'folder' | 'other' }[]>;
  stat(file: readonly string[]): Promise<{ readonly size: number; readonly modifiedMs: number }>;
  read(file: readonly string[]): Promise<Uint8Array>;
}

export interface ElsewhereFile {
  readonly path: readonly string[];
  readonly size: number;
  readonly modifiedMs: number;
}

export interface FoundElsewhere {
  readonly files: readonly ElsewhereFile[];
  /** All was listed, so other files are gone. */
  readonly isWhole: boolean;
  /** For people. */
  readonly problems: readonly string[];
}

/** Each folder and file is a request to another computer. */
const MOST_FOLDERS = 4_000;
const MOST_FILES = 2_000;
const AT_ONCE = 8;
/** No separators, signs and ends that some system gives a meaning. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const SAFE_NAME = /^(?!\.{1,2}$)[^/\\:*?"<>|\u0000-\u001f]{0,254}[^/\\:*?"<>|\u0000-\u001f. ]$/;

/** Breadth-first. @throws AbortError on the signal */
export async function findBuilds(from: ElsewhereFiles, wanted: WantedBuilds, signal: AbortSignal): Promise<FoundElsewhere> {
  const files: ElsewhereFile[] = [];
  const problems: string[] = [];
  const enter = async (folder: readonly string[]): Promise<readonly (readonly string[])[]> => {
    const folders: (readonly string[])[] = [];
    for (const { name, kind } of await from.list(folder)) {
      const path = [...folder, name];
      if (!SAFE_NAME.test(name)) continue;
      if (kind === 'folder' && wanted.folder(path)) folders.push(path);
      if (kind === 'file' && wanted.file(path) && files.length < MOST_FILES) files.push({ path, ...(await from.stat(path)) });
    }
    return folders;
  };
  let left = MOST_FOLDERS;
  for (let waiting: (readonly string[])[] = [[]]; waiting.length > 0 && left > 0; ) {
    signal.throwIfAborted();
    const now = waiting.splice(0, Math.min(AT_ONCE, left));
    left -= now.length;
    const entered = await Promise.allSettled(now.map(enter));
    for (const result of entered) {
      if (result.status === 'fulfilled') waiting = [...waiting, ...result.value];
      else if (problems.length === 0) problems.push(`A folder cannot be listed: ${messageOf(result.reason)}.`);
    }
    if (left === 0 && waiting.length > 0) problems.push(`There are more than ${MOST_FOLDERS.toLocaleString('en')} folders.`);
  }
  if (files.length >= MOST_FILES) problems.push(`There are more than ${MOST_FILES.toLocaleString('en')} builds.`);
  return { files, isWhole: problems.length === 0, problems };
}
