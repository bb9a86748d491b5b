import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { replaceFile } from '../../capture/place-file.ts';
import { type Limit, withLimit } from '../../time-limits.ts';
import type { ElsewhereFile, FoundElsewhere } from './find-builds.ts';
import type { ElsewhereFiles } from './walk-elsewhere.ts';

/** VS Code reads a file of another computer as a whole. */
export const copyLimits = { fileBytes: 256 << 20, bytes: 1 << 30 } as const;

/** For one file, by a slow line. */
const readLimit: Limit = {
  ms: 10 * 60_000,
  what: phrase`Reading a build of the remote folder`,
  next: phrase`Check the window’s connection, and search again.`,
};

/** A copy before it has its name: `put` writes it. */
const UNFINISHED = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface CopiedBuilds {
  /** Files that are new or other than before, or gone. */
  readonly changed: number;
  /** Sentences on files without a copy. */
  readonly problems: readonly string[];
}

interface CopyOptions {
  readonly signal: AbortSignal;
  /** Receives the next file before it is read. */
  step(file: ElsewhereFile): void;
  readonly limits?: Readonly<Record<keyof typeof copyLimits, number>>;
}

/**
 * Copies what a folder here lacks, by size and time; small files first. Removes what is gone if all was found.
 * @throws AbortError on the signal, Node's errors of writing
 */
export async function copyBuilds(
  from: ElsewhereFiles,
  { files, isWhole }: FoundElsewhere,
  folder: string,
  { signal, step, limits = copyLimits }: CopyOptions,
): Promise<CopiedBuilds> {
  const problems: string[] = [];
  const kept = new Set<string>();
  let bytes = 0;
  let changed = 0;
  for (const file of files.toSorted((a, b) => a.size - b.size)) {
    const target = join(folder, ...file.path);
    bytes += file.size;
    if (file.size > limits.fileBytes || bytes > limits.bytes) {
      problems.push(`${file.path.join('/')} is too large to be copied (${Math.ceil(file.size / 2 ** 20)} MB).`);
      bytes -= file.size;
      continue;
    }
    kept.add(target);
    if (await isCopied(target, file)) continue;
    signal.throwIfAborted();
    step(file);
    const content = await withLimit(readLimit, signal, () => from.read(file.path)).catch((error: unknown) => {
      signal.throwIfAborted();
      return messageOf(error);
    });
    if (typeof content === 'string') problems.push(`${file.path.join('/')} cannot be read: ${content}.`);
    else if (content.length > limits.fileBytes) problems.push(`${file.path.join('/')} is larger than was said.`);
    else if (await put(target, content, file.modifiedMs)) changed++;
  }
  if (isWhole) changed += await removeOthers(folder, kept);
  return { changed, problems };
}

export async function isCopied(target: string, { size, modifiedMs }: ElsewhereFile): Promise<boolean> {
  const found = await stat(target).catch(() => undefined);
  // Some file systems know no time.
  return modifiedMs > 0 && found?.isFile() === true && found.size === size && Math.round(found.mtimeMs) === Math.round(modifiedMs);
}

/** @returns false where the file here has this content and time already, as on file systems without times */
async function put(target: string, content: Uint8Array, modifiedMs: number): Promise<boolean> {
  const known = await stat(target).catch(() => undefined);
  const isSame = known?.size === content.length && Math.round(known.mtimeMs) === Math.round(modifiedMs);
  if (isSame && (await readFile(target)).equals(content)) return false;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const fresh = `${target}.${randomUUID()}`;
  try {
    const handle = await open(fresh, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.utimes(modifiedMs / 1_000, modifiedMs / 1_000);
    } finally {
      await handle.close();
    }
    await replaceFile(fresh, target);
    return true;
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

async function removeOthers(folder: string, kept: ReadonlySet<string>): Promise<number> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const others = found.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  let removed = 0;
  for (const path of others) {
    if (kept.has(path) || (UNFINISHED.test(path) && (await isRecent(path)))) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}

/** Another window may write it at this moment. Its time of change, as a copy has its original's other time. */
async function isRecent(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.ctimeMs < readLimit.ms;
}
