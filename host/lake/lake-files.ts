import { open, readdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { type LAKE_VERSION, type LakeTable, partitionColumns, tableNames } from '../../core/lake/tables.ts';
import { errorCode } from '../error-code.ts';

const MAGIC = Buffer.from('PAR1');
/** Magic number, footer, its length and the magic number again. */
const LEAST_BYTES = 12;
/** Files of one lake; more need `laglens lake tidy`. */
const MOST_FILES = 200_000;

export interface LakeFiles {
  /** Absolute paths. */
  readonly tables: ReadonlyMap<LakeTable, readonly string[]>;
  /** Not whole Parquet files. */
  readonly damaged: readonly string[];
}

export function manifestPath(lake: string, session: string): string {
  return join(lake, 'manifests', session.slice(0, 2), `${session}.json`);
}

export interface Manifest {
  readonly lake: typeof LAKE_VERSION;
  readonly session: string;
  readonly part: string;
  /** Relative to the lake, with slashes. */
  readonly files: readonly string[];
}

/** Placed files by table. Names that begin with a point or underscore are being written, as Spark has it. */
export async function lakeFiles(lake: string): Promise<LakeFiles> {
  const tables = new Map<LakeTable, readonly string[]>();
  const damaged: string[] = [];
  for (const table of tableNames) {
    const whole: string[] = [];
    for await (const path of filesBelow(join(lake, table), partitionColumns.length)) {
      if (whole.length + damaged.length >= MOST_FILES) break;
      ((await isParquet(path)) ? whole : damaged).push(path);
    }
    tables.set(table, whole.sort());
  }
  return { tables, damaged };
}

async function* filesBelow(folder: string, depth: number): AsyncGenerator<string> {
  let entries: Awaited<ReturnType<typeof entriesOf>>;
  try {
    entries = await entriesOf(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  for (const entry of entries) {
    if (/^[._]/.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (depth > 0 && entry.isDirectory()) yield* filesBelow(path, depth - 1);
    else if (depth === 0 && entry.isFile() && entry.name.endsWith('.parquet')) yield path;
  }
}

function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true });
}

async function isParquet(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size < LEAST_BYTES) return false;
    const ends = Buffer.alloc(12);
    await file.read(ends, 0, 4, 0);
    await file.read(ends, 4, 8, size - 8);
    const footer = ends.readUInt32LE(4);
    return ends.subarray(0, 4).equals(MAGIC) && ends.subarray(8).equals(MAGIC) && footer <= size - LEAST_BYTES;
  } finally {
    await file.close();
  }
}

/** Relative to the lake, with slashes. */
export function withinLake(lake: string, path: string): string {
  return resolve(path)
    .slice(resolve(lake).length + 1)
    .split(sep)
    .join('/');
}

/** A text of SQL. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
