import { join, sep } from 'node:path';
import { LaglensError } from '../../../../core/errors.ts';
import { type LakeTable, tableNames } from '../../core/tables.ts';
import type { DuckDbConnection } from '../duckdb.ts';
import { quoted } from '../lake-files.ts';
import { PartFiles } from '../place-part.ts';
import type { PlacedPart } from './placed-parts.ts';

/** Row groups then hold few sessions, or few groups of lags: questions about one pass over the others. */
const order: Readonly<Record<LakeTable, string>> = {
  sessions: 'begin_us, session',
  lags: 'group_key, session, at_us',
  groups: 'group_key, session',
  frames: 'session, screen, fragment',
  stacks: 'session, stack',
  samples: 'session, run, thread, begin_us',
  facts: 'name, session',
};

/** Writes the counting rows of one partition's parts as one part. The new files, relative to the lake. */
export async function mergeParts(
  connection: DuckDbConnection,
  lake: string,
  parts: readonly PlacedPart[],
  part: string,
): Promise<readonly string[]> {
  const files = new PartFiles(lake, part);
  const partition = parts[0]?.partition ?? '';
  const sessions = filesOf(parts, 'sessions');
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE merging AS SELECT session, part FROM placed SEMI JOIN live USING (session, part) WHERE filename IN (${sessions.map(quoted).join(', ')})`,
  );
  try {
    for (const table of tableNames) {
      if (table === 'sessions') await files.confirm();
      const from = filesOf(parts, table);
      const name = [table, ...partition.split(sep), `${part}.parquet`].join('/');
      if (from.length > 0) await files.place(name, (fresh) => mergeTable(connection, table, from, fresh, part));
    }
    await files.confirm();
  } catch (error) {
    await files.undo();
    throw error;
  }
  return files.placed;
}

export function filesOf(parts: readonly PlacedPart[], table: LakeTable): readonly string[] {
  return parts.flatMap(({ files }) => files.get(table) ?? []);
}

/** False without rows. Columns of newer schemas are kept. The written rows are read again, as the old files will go. */
async function mergeTable(
  connection: DuckDbConnection,
  table: LakeTable,
  from: readonly string[],
  fresh: string,
  part: string,
): Promise<boolean> {
  const rows = `${unpartitioned(from)} SEMI JOIN merging USING (session, part)`;
  await connection.run(
    `COPY (SELECT * REPLACE (${quoted(part)} AS part) FROM ${rows} ORDER BY ${order[table]}) TO ${quoted(fresh)} (FORMAT parquet, COMPRESSION zstd)`,
  );
  const [before, after] = [await digest(connection, rows), await digest(connection, unpartitioned([fresh]))];
  if (before.text !== after.text)
    throw new LaglensError({
      code: 'lake-unreadable',
      message: `Merged rows of ${table} differ from their files’, so the lake stayed as it was.`,
      next: 'Check disk and memory of this computer, then try again.',
    });
  return after.rows > 0;
}

function unpartitioned(files: readonly string[]): string {
  return `read_parquet([${files.map(quoted).join(', ')}], union_by_name = true, hive_partitioning = false)`;
}

/** Equal for equal rows in any order. */
async function digest(connection: DuckDbConnection, from: string): Promise<{ readonly rows: number; readonly text: string }> {
  const result = await connection.runAndReadAll(
    `SELECT count(*)::DOUBLE, sum(hash(each))::VARCHAR FROM (SELECT * EXCLUDE (part) FROM ${from}) each`,
  );
  const [row = []] = result.getRowsJson();
  return { rows: Number(row[0]), text: JSON.stringify(row) };
}

/** The lake's folders that an older Laglens would not keep together with `sessions`. */
export function unknownTables(names: readonly string[]): readonly string[] {
  const known: ReadonlySet<string> = new Set([...tableNames, 'manifests']);
  return names.filter((name) => !known.has(name) && !/^[._]/.test(name));
}

/** Path of a part's file of `sessions`. */
export function sessionsPath(lake: string, { partition, part }: PlacedPart): string {
  return join(lake, 'sessions', partition, `${part}.parquet`);
}
