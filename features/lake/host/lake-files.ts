import { open, readdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { LaglensError } from '../../../core/errors.ts';
import { errorCode } from '../../../host/error-code.ts';
import { type LAKE_VERSION, type LakeTable, partitionColumns, tableNames } from '../core/tables.ts';

const MAGIC = Buffer.from('PAR1');
/** Magic number, footer, its length and the magic number again. */
const LEAST_BYTES = 12;
/** Files of one question. */
const MOST_FILES = 200_000;
/** Each removal by `laglens lake tidy` can cost one. */
const LIST_ATTEMPTS = 10;

/** Absolute paths. */
export type LakeFiles = ReadonlyMap<LakeTable, readonly string[]>;

export function manifestPath(lake: string, session: string): string {
  return join(lake, 'manifests', session.slice(0, 2), `${session}.json`);
}

export interface Manifest {
  readonly lake: typeof LAKE_VERSION;
  readonly session: string;
  readonly part: string;
  /** Time from the first to the last fact of its processes; unknown in lakes of earlier versions. */
  readonly spanUs?: number | undefined;
  /** Relative to the lake, with slashes. */
  readonly files: readonly string[];
}

/**
 * Placed files, all files of each listed one of `sessions` among them, beside writers and `laglens lake tidy`: `sessions` come last and
 * are removed first, so they are listed before the others and again after them. Rejects with LaglensError above the limit.
 */
export async function lakeFiles(lake: string, mostFiles = MOST_FILES): Promise<LakeFiles> {
  for (let attempt = 1; ; attempt++) {
    const tables = new Map<LakeTable, readonly string[]>();
    let count = 0;
    for (const table of tableNames.toReversed()) {
      const files = await tableFiles(lake, table);
      count += files.length;
      if (count > mostFiles) throw tooMany(mostFiles);
      tables.set(table, files);
    }
    const after = new Set(await tableFiles(lake, 'sessions'));
    if (attempt === LIST_ATTEMPTS || tables.get('sessions')?.every((path) => after.has(path))) return tables;
  }
}

function tooMany(mostFiles: number): LaglensError {
  return new LaglensError({
    code: 'lake-full',
    message: `The lake has more than ${mostFiles.toLocaleString('en')} files, too many for one question.`,
    next: 'Merge them: laglens lake tidy DIR --now. Or ask another engine (docs/lake.md).',
  });
}

/** Sorted. Names that begin with a point or underscore are being written, as Spark has it. */
async function tableFiles(lake: string, table: LakeTable): Promise<readonly string[]> {
  const files: string[] = [];
  let folders = [join(lake, table)];
  for (let depth = 0; depth <= partitionColumns.length; depth++) {
    const below: string[] = [];
    for (const folder of folders) {
      for (const entry of await entriesOf(folder)) {
        if (/^[._]/.test(entry.name)) continue;
        const path = join(folder, entry.name);
        if (depth < partitionColumns.length) {
          if (entry.isDirectory()) below.push(path);
        } else if (entry.isFile() && entry.name.endsWith('.parquet')) files.push(path);
      }
    }
    folders = below;
  }
  return files.sort();
}

/** None of a folder that went meanwhile. Symbolic links are neither files nor folders here. */
export async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Whether both ends are those of a whole Parquet file. A missing one is not. */
export async function isParquet(path: string): Promise<boolean> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
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
