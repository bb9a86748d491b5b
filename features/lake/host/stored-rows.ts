import { type ColumnType, columnsOf, type LakeTable, partitionColumns, tableNames } from '../core/tables.ts';
import type { DuckDbConnection } from './duckdb.ts';
import { exists } from './exists.ts';
import { isParquet, type LakeFiles, lakeFiles, quoted } from './lake-files.ts';
import { partOf } from './part-id.ts';

/** Which of a lake's files hold rows that count. */
export interface StoredRows {
  /** Absolute paths. */
  readonly readable: LakeFiles;
  readonly damaged: readonly string[];
}

export interface RowsThatCount {
  /** Files to leave out. */
  readonly without: ReadonlySet<string>;
  /** Paths of the sessions that count; undefined for all. */
  readonly only: readonly string[] | undefined;
}

/** Creates the tables for questions. Rejects with LaglensError and the file system's errors. */
export async function showRows(connection: DuckDbConnection, lake: string, { without, only }: RowsThatCount): Promise<StoredRows> {
  const files = await lakeFiles(lake);
  const readable = new Map<LakeTable, readonly string[]>();
  const damaged: string[] = [...without];
  let liveParts: ReadonlySet<unknown> | undefined;
  for (const table of tableNames.toReversed()) {
    const listed = (files.get(table) ?? []).filter((path) => !without.has(path) && mayCount(path, liveParts));
    const whole = await readableFiles(connection, table, listed, (path) => damaged.push(path));
    readable.set(table, whole);
    await connection.run(`CREATE OR REPLACE VIEW stored_${table} AS ${storedRows(table, whole)}`);
    if (table === 'sessions') {
      await connection.run(
        `CREATE OR REPLACE TABLE sessions AS SELECT * FROM stored_sessions${among(only)} QUALIFY row_number() OVER (PARTITION BY session ORDER BY part DESC) = 1`,
      );
      liveParts = new Set((await connection.runAndReadAll('SELECT DISTINCT part FROM sessions')).getRowsJson().flat());
    } else
      await connection.run(`CREATE OR REPLACE VIEW ${table} AS SELECT * FROM stored_${table} SEMI JOIN sessions USING (session, part)`);
  }
  return { readable, damaged };
}

function among(only: readonly string[] | undefined): string {
  if (only === undefined) return '';
  return only.length === 0 ? ' WHERE false' : ` WHERE path IN (${only.map(quoted).join(', ')})`;
}

/** A file of a writing without a counting session is not opened. */
function mayCount(path: string, liveParts: ReadonlySet<unknown> | undefined): boolean {
  const part = partOf(path);
  return liveParts === undefined || part === undefined || liveParts.has(part);
}

/** Files whose ends can be read, and whose columns have the schema's types. */
export async function readableFiles(
  connection: DuckDbConnection,
  table: LakeTable,
  files: readonly string[],
  damaged: (path: string) => void,
): Promise<readonly string[]> {
  const whole: string[] = [];
  for (const path of files) {
    if (await isParquet(path)) whole.push(path);
    else if (await exists(path)) damaged(path);
  }
  return filesWithout(whole, damaged, (some) => requireColumns(connection, table, some));
}

/** Physical types of Parquet that the engine takes for a column's type. */
const parquetTypes: Readonly<Record<ColumnType, ReadonlySet<unknown>>> = {
  text: new Set(['BYTE_ARRAY']),
  integer: new Set(['INT32', 'INT64']),
  real: new Set(['FLOAT', 'DOUBLE']),
  flag: new Set(['BOOLEAN']),
};

/** A file of another schema would fail every question, also those that leave its columns out. @throws Error */
async function requireColumns(connection: DuckDbConnection, table: LakeTable, files: readonly string[]): Promise<void> {
  const types = new Map(columnsOf(table));
  const columns = await connection.runAndReadAll(
    `SELECT DISTINCT name, type, num_children FROM parquet_schema([${files.map(quoted).join(', ')}])`,
  );
  for (const [name, type, children] of columns.getRowsJson()) {
    const wanted = types.get(String(name));
    if (wanted !== undefined && (Number(children ?? 0) > 0 || !parquetTypes[wanted].has(type)))
      throw new Error(`Column ${name} is ${type}.`);
  }
}

/** Reads each row of these files: finds damage between a file's ends, as far as the engine notices it. */
export async function fullyReadable(
  connection: DuckDbConnection,
  files: readonly string[],
  damaged: (path: string) => void,
): Promise<void> {
  await filesWithout(files, damaged, (some) => connection.run(`SELECT bit_xor(hash(each)) FROM ${reading(some)} each`));
}

/** Halves what cannot be read together, down to single files. */
async function filesWithout(
  files: readonly string[],
  damaged: (path: string) => void,
  read: (files: readonly string[]) => Promise<unknown>,
): Promise<readonly string[]> {
  const readable: string[] = [];
  const untried = [files];
  for (let some = untried.pop(); some !== undefined; some = untried.pop()) {
    const [first] = some;
    if (first === undefined) continue;
    try {
      await read(some);
      readable.push(...some);
    } catch {
      const half = some.length >> 1;
      if (half > 0) untried.push(some.slice(half), some.slice(0, half));
      else if (await exists(first)) damaged(first);
    }
  }
  return readable;
}

/** All columns of the schema, also those that older files lack. */
export function storedRows(table: LakeTable, files: readonly string[]): string {
  const columns = [...columnsOf(table), ...partitionColumns.map((name) => [name, 'text'] as const)];
  const none = `SELECT ${columns.map(([name, type]) => `NULL::${sqlTypes[type]} AS ${name}`).join(', ')} WHERE false`;
  return files.length === 0 ? none : `${none} UNION ALL BY NAME SELECT * FROM ${reading(files)}`;
}

export function reading(files: readonly string[]): string {
  const types = partitionColumns.map((name) => `${name}: VARCHAR`).join(', ');
  return `read_parquet([${files.map(quoted).join(', ')}], union_by_name = true, hive_partitioning = true, hive_types = {${types}})`;
}

const sqlTypes: Readonly<Record<ColumnType, string>> = { text: 'VARCHAR', integer: 'BIGINT', real: 'DOUBLE', flag: 'BOOLEAN' };
