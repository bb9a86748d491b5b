import { isCancel, messageOf } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { type Limit, withLimit } from '../../time-limits.ts';

/** A folder of another file system. Paths are names below it. */
export interface ElsewhereFiles {
  list(folder: readonly string[]): Promise<readonly { readonly name: string; readonly kind: 'file' | 'folder' | 'other' }[]>;
  stat(file: readonly string[]): Promise<{ readonly size: number; readonly modifiedMs: number }>;
  read(file: readonly string[]): Promise<Uint8Array>;
}

/** Chooses folders and files by their names below the first folder, their own last. */
export interface Wanted {
  folder(path: readonly string[]): boolean;
  file(path: readonly string[]): boolean;
}

export interface WalkElsewhere extends Wanted {
  readonly mostFiles: number;
  /** For people, where there are more. */
  readonly tooMany: string;
  /** Awaited, eight folders at once. */
  found(path: readonly string[]): void | Promise<void>;
}

/** Each folder is a request to another computer. */
const MOST_FOLDERS = 4_000;
/** Names in all folders; a file system may list any number. */
const MOST_NAMES = 500_000;
const AT_ONCE = 8;
const WHOLE_MS = 5 * 60_000;
/** No separators, signs and ends that some system gives a meaning. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const SAFE_NAME = /^(?!\.{1,2}$)[^/\\:*?"<>|\u0000-\u001f]{0,254}[^/\\:*?"<>|\u0000-\u001f. ]$/;

/** For one request; some file systems never answer. */
export const answerLimit: Limit = {
  ms: 30_000,
  what: phrase`An answer of the remote file system`,
  next: phrase`Check the window’s connection, and search again.`,
};

/**
 * Breadth-first, within limits of folders, names, files and time.
 * @returns for people, what was not walked; none if all was listed
 * @throws AbortError on the signal
 */
export async function walkElsewhere(
  from: Pick<ElsewhereFiles, 'list'>,
  wanted: WalkElsewhere,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const problems = new Set<string>();
  const endMs = Date.now() + WHOLE_MS;
  let names = 0;
  let files = 0;
  const enter = async (folder: readonly string[]): Promise<readonly (readonly string[])[]> => {
    const folders: (readonly string[])[] = [];
    for (const { name, kind } of await withLimit(answerLimit, signal, () => from.list(folder))) {
      if (++names > MOST_NAMES) break;
      const path = [...folder, name];
      if (!SAFE_NAME.test(name)) continue;
      if (kind === 'folder' && wanted.folder(path)) folders.push(path);
      if (kind === 'file' && wanted.file(path) && files < wanted.mostFiles) {
        files++;
        await wanted.found(path);
      }
    }
    return folders;
  };
  let left = MOST_FOLDERS;
  const waiting: (readonly string[])[] = [[]];
  for (let at = 0; at < waiting.length && left > 0 && names <= MOST_NAMES && Date.now() < endMs; ) {
    signal.throwIfAborted();
    const now = waiting.slice(at, at + Math.min(AT_ONCE, left));
    at += now.length;
    left -= now.length;
    for (const result of await Promise.allSettled(now.map(enter))) {
      if (result.status === 'fulfilled') waiting.push(...result.value.slice(0, MOST_FOLDERS));
      else if (!isCancel(result.reason) && problems.size === 0) problems.add(`A folder cannot be listed: ${messageOf(result.reason)}.`);
    }
    if (left === 0 && at < waiting.length) problems.add(`There are more than ${MOST_FOLDERS.toLocaleString('en')} folders.`);
  }
  signal.throwIfAborted();
  if (names > MOST_NAMES) problems.add(`There are more than ${MOST_NAMES.toLocaleString('en')} names.`);
  if (Date.now() >= endMs) problems.add(`The search took longer than ${WHOLE_MS / 60_000} minutes.`);
  if (files >= wanted.mostFiles) problems.add(wanted.tooMany);
  return [...problems];
}
