import { stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { errorCode } from '../../../../host/error-code.ts';
import type { LakeTable } from '../../core/tables.ts';
import type { DuckDbConnection } from '../duckdb.ts';
import { type LakeFiles, quoted } from '../lake-files.ts';
import { partOf } from '../part-id.ts';

/** Files that one writing placed in one partition. */
export interface PlacedPart {
  readonly part: string;
  /** Folder below each table. */
  readonly partition: string;
  readonly files: ReadonlyMap<LakeTable, readonly string[]>;
  /** Paths of all tables. */
  readonly paths: readonly string[];
}

/** Sorted by partition, then by time. Files with names of others are left out. */
export function partsOf(lake: string, tables: LakeFiles): readonly PlacedPart[] {
  const parts = new Map<string, { part: string; partition: string; files: Map<LakeTable, readonly string[]>; paths: string[] }>();
  for (const [table, paths] of tables) {
    for (const path of paths) {
      const part = partOf(path);
      if (part === undefined) continue;
      const partition = relative(join(lake, table), dirname(path));
      const key = join(partition, part);
      const placed = parts.get(key) ?? { part, partition, files: new Map<LakeTable, readonly string[]>(), paths: [] };
      parts.set(key, placed);
      placed.files.set(table, [...(placed.files.get(table) ?? []), path]);
      placed.paths.push(path);
    }
  }
  return [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, placed]) => placed);
}

/** What counts in a file of `sessions`. */
export interface SessionsFile {
  readonly rows: number;
  readonly live: number;
  /** Files of `sessions` with the rows that replaced its own. */
  readonly replacedBy: readonly string[];
}

/** Fills the engine's tables `placed` and `live`; by path. */
export async function sessionsFiles(connection: DuckDbConnection, files: readonly string[]): Promise<ReadonlyMap<string, SessionsFile>> {
  if (files.length === 0) return new Map();
  const reading = `read_parquet([${files.map(quoted).join(', ')}], union_by_name = true, hive_partitioning = false, filename = true)`;
  await connection.run(`CREATE OR REPLACE TEMP TABLE placed AS SELECT session, part, filename FROM ${reading}`);
  await connection.run('CREATE OR REPLACE TEMP TABLE live AS SELECT session, max(part) AS part FROM placed GROUP BY session');
  const counted = await connection.runAndReadAll(`SELECT p.filename, count(*)::DOUBLE,
      (count(*) FILTER (WHERE p.part = l.part))::DOUBLE, list(DISTINCT n.filename) FILTER (WHERE p.part <> l.part)
    FROM placed p JOIN live l ON l.session = p.session JOIN placed n ON n.session = l.session AND n.part = l.part
    GROUP BY p.filename`);
  return new Map(
    counted.getRowsJson().map(([path, rows, live, by]) => {
      const replacedBy = Array.isArray(by) ? by.map(String) : [];
      return [String(path), { rows: Number(rows), live: Number(live), replacedBy }];
    }),
  );
}

/** Sum of the files' sizes; those that went count nothing. */
export async function bytesOf(paths: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const path of paths) bytes += (await statOf(path))?.size ?? 0;
  return bytes;
}

/** Undefined for a missing file. */
export async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
