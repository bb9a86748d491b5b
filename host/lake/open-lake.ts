import { join, resolve } from 'node:path';
import { LaglensError } from '../../core/errors.ts';
import { type ColumnType, columnsOf, type LakeTable, partitionColumns, tableNames } from '../../core/lake/tables.ts';
import { type DuckDbConnection, loadDuckDb } from './duckdb.ts';
import { lakeFiles, quoted, withinLake } from './lake-files.ts';

export interface Answer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** A lake for questions: nothing outside its folder can be read, and nothing written. Close it. */
export class Lake {
  readonly #connection: DuckDbConnection;
  readonly #close: () => void;
  /** Files that could not be read, relative to the lake. */
  readonly damaged: readonly string[];
  /** Sessions that it holds. */
  readonly sessions: number;

  private constructor(connection: DuckDbConnection, close: () => void, damaged: readonly string[], sessions: number) {
    this.#connection = connection;
    this.#close = close;
    this.damaged = damaged;
    this.sessions = sessions;
  }

  /** Rejects with LaglensError. */
  static async open(folder: string): Promise<Lake> {
    const lake = resolve(folder);
    const { DuckDBInstance } = loadDuckDb();
    const files = await lakeFiles(lake);
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const close = (): void => {
      connection.closeSync();
      instance.closeSync();
    };
    try {
      const damaged = files.damaged.map((path) => withinLake(lake, path));
      await confine(connection, lake);
      for (const table of tableNames.toReversed())
        await createView(connection, table, files.tables.get(table) ?? [], (path) => damaged.push(withinLake(lake, path)));
      await connection.run('SET lock_configuration = true');
      const [[sessions] = []] = (await connection.runAndReadAll('SELECT count(*) FROM sessions')).getRowsJson();
      return new Lake(connection, close, damaged, Number(sessions));
    } catch (error) {
      close();
      throw error;
    }
  }

  /** Runs one statement. Rejects with LaglensError, which points at the word. */
  async ask(sql: string, signal: AbortSignal): Promise<Answer> {
    const stop = (): void => this.#connection.interrupt();
    signal.addEventListener('abort', stop);
    try {
      const statements = await this.#connection.extractStatements(sql);
      const statement = statements.count === 1 ? await statements.prepare(0) : undefined;
      if (statement?.statementType !== SELECT) throw new Error('One SELECT is needed, and nothing else.');
      const result = await statement.runAndReadAll();
      return { columns: result.columnNames(), rows: result.getRowsJson() };
    } catch (cause) {
      signal.throwIfAborted();
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new LaglensError({
        code: 'query-failed',
        message: `The query failed. ${message}`,
        next: 'Correct it; docs/lake.md lists tables and columns.',
        cause,
      });
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  close(): void {
    this.#close();
  }
}

/** The engine's number of a statement that only reads. */
const SELECT = 1;

/** The order matters: the last setting forbids all that is not allowed by then. */
async function confine(connection: DuckDbConnection, lake: string): Promise<void> {
  await connection.run('SET autoinstall_known_extensions = false');
  await connection.run('SET autoload_known_extensions = false');
  await connection.run(`SET allowed_directories = [${tableNames.map((table) => quoted(`${join(lake, table)}/`)).join(', ')}]`);
  await connection.run('SET enable_external_access = false');
}

/** Only rows of each session's last writing count. */
async function createView(
  connection: DuckDbConnection,
  table: LakeTable,
  files: readonly string[],
  damaged: (path: string) => void,
): Promise<void> {
  const readable: string[] = [];
  for (const path of files) {
    try {
      await connection.run(`SELECT 1 FROM ${reading([path])} LIMIT 0`);
      readable.push(path);
    } catch {
      damaged(path);
    }
  }
  const columns = [...columnsOf(table), ...partitionColumns.map((name) => [name, 'text'] as const)];
  const none = `SELECT ${columns.map(([name, type]) => `NULL::${sqlTypes[type]} AS ${name}`).join(', ')} WHERE false`;
  const stored = readable.length === 0 ? none : `${none} UNION ALL BY NAME SELECT * FROM ${reading(readable)}`;
  await connection.run(`CREATE VIEW stored_${table} AS ${stored}`);
  await connection.run(
    table === 'sessions'
      ? `CREATE TABLE sessions AS SELECT * FROM stored_sessions QUALIFY row_number() OVER (PARTITION BY session ORDER BY part DESC) = 1`
      : `CREATE VIEW ${table} AS SELECT * FROM stored_${table} SEMI JOIN sessions USING (session, part)`,
  );
}

function reading(files: readonly string[]): string {
  const types = partitionColumns.map((name) => `${name}: VARCHAR`).join(', ');
  return `read_parquet([${files.map(quoted).join(', ')}], union_by_name = true, hive_partitioning = true, hive_types = {${types}})`;
}

const sqlTypes: Readonly<Record<ColumnType, string>> = { text: 'VARCHAR', integer: 'BIGINT', real: 'DOUBLE', flag: 'BOOLEAN' };
