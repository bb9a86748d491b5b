import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CandidateKind } from '../folders/finder.ts';
import type { FileFacts } from './symbol-questions.ts';

/** Valid while the file has this size and time. */
export interface IndexedFile {
  readonly path: string;
  readonly kind: CandidateKind;
  readonly size: number;
  readonly modifiedMs: number;
  readonly foundBy: string;
  readonly variant: string;
  readonly applicationIds: readonly string[];
  /** Undefined for a file that was not read. */
  readonly facts: readonly FileFacts[] | undefined;
  /** Why it could not be read, '' when it was. */
  readonly failure: string;
}

const VERSION = 1;
const FILE = 'symbol-index.json';
const MOST_BYTES = 64 << 20;

/** Reads the kept index without its invalid entries. */
export async function readIndex(folder: string): Promise<readonly IndexedFile[]> {
  const path = join(folder, FILE);
  try {
    if ((await stat(path)).size > MOST_BYTES) return [];
    const json: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (!isObject(json) || json.version !== VERSION || !Array.isArray(json.files)) return [];
    return json.files.filter(isIndexedFile);
  } catch {
    // The index only saves time.
    return [];
  }
}

/** Replaces the index at once, so other windows never read half of it. */
export async function writeIndex(folder: string, files: readonly IndexedFile[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `${FILE}.${process.pid}`);
  const handle = await open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify({ version: VERSION, files }));
  } finally {
    await handle.close();
  }
  await rename(unfinished, join(folder, FILE)).catch(async (error: unknown) => {
    await rm(unfinished, { force: true });
    throw error;
  });
}

const kinds: readonly unknown[] = ['mapping', 'native', 'archive'] satisfies readonly CandidateKind[];

function isIndexedFile(value: unknown): value is IndexedFile {
  return (
    isObject(value) &&
    typeof value.path === 'string' &&
    kinds.includes(value.kind) &&
    typeof value.size === 'number' &&
    typeof value.modifiedMs === 'number' &&
    typeof value.foundBy === 'string' &&
    typeof value.variant === 'string' &&
    isListOf(value.applicationIds, (id) => typeof id === 'string') &&
    (value.facts === undefined || isListOf(value.facts, isFacts)) &&
    typeof value.failure === 'string'
  );
}

function isFacts(value: unknown): value is FileFacts {
  if (!isObject(value) || typeof value.id !== 'string') return false;
  if (value.kind === 'mapping') return typeof value.hash === 'string';
  const hasTexts = typeof value.entry === 'string' && typeof value.debugLink === 'string';
  return value.kind === 'native' && hasTexts && typeof value.hasDebugInfo === 'boolean';
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
