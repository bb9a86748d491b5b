import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SessionRows } from '../../core/lake/session-rows.ts';
import type { TableRows } from '../../core/lake/table-rows.ts';
import { type ColumnType, columnsOf, LAKE_VERSION, type LakeTable, partitionColumns, tableNames } from '../../core/lake/tables.ts';
import { removeFile, replaceFile } from '../capture/place-file.ts';
import type { DuckDb, DuckDbConnection } from './duckdb.ts';
import { type Manifest, manifestPath, quoted } from './lake-files.ts';

/** Where a session's rows lie. */
export interface Partition {
  readonly app: string;
  readonly version: string;
  readonly day: string;
}

/** Sessions written together: rows of one table and partition share a file. */
export class LakeBatch {
  readonly part: string;
  readonly #lake: string;
  readonly #engine: DuckDb;
  readonly #connection: DuckDbConnection;
  readonly #sessions = new Set<string>();
  readonly #partitions = new Map<string, Partition>();
  /** Rows so far. */
  rows = 0;

  private constructor(lake: string, engine: DuckDb, connection: DuckDbConnection) {
    this.#lake = lake;
    this.#engine = engine;
    this.#connection = connection;
    this.part = newPart();
  }

  static async begin(lake: string, engine: DuckDb, connection: DuckDbConnection): Promise<LakeBatch> {
    for (const table of tableNames) await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} (${memoryColumns(table)})`);
    return new LakeBatch(lake, engine, connection);
  }

  has(id: string): boolean {
    return this.#sessions.has(id);
  }

  async add(id: string, rows: SessionRows, partition: Partition): Promise<void> {
    for (const table of tableNames) await this.#append(table, rows[table], partition);
    this.#sessions.add(id);
    this.#partitions.set(JSON.stringify(partition), partition);
  }

  async #append<T extends LakeTable>(table: T, { columns, length }: TableRows<T>, partition: Partition): Promise<void> {
    if (length === 0) return;
    const { DuckDBDataChunk, DOUBLE, VARCHAR, BOOLEAN } = this.#engine;
    const types: Readonly<Record<ColumnType, unknown>> = { text: VARCHAR, integer: DOUBLE, real: DOUBLE, flag: BOOLEAN };
    const appender = await this.#connection.createAppender(table);
    for (let at = 0; at < length; at += CHUNK_ROWS) {
      const chunk = DuckDBDataChunk.create([...columns.map(({ type }) => types[type]), ...partitionColumns.map(() => VARCHAR)]);
      const count = Math.min(CHUNK_ROWS, length - at);
      const places = partitionColumns.map((name) => new Array<string>(count).fill(partition[name]));
      chunk.setColumns([...columns.map(({ values }) => values.slice(at, at + count)), ...places]);
      appender.appendDataChunk(chunk);
    }
    appender.closeSync();
    this.rows += length;
  }

  /** Places all files, those of `sessions` last: they make the others count. Rejects with the file system's and the engine's errors. */
  async commit(): Promise<void> {
    if (this.#sessions.size === 0) return;
    const files: string[] = [];
    for (const table of tableNames) {
      for (const partition of this.#partitions.values()) files.push(...(await this.#place(table, partition)));
    }
    for (const session of this.#sessions) {
      const path = manifestPath(this.#lake, session);
      await this.#replace(path, async (fresh) => {
        const manifest: Manifest = { lake: LAKE_VERSION, session, part: this.part, files };
        await writeFile(fresh, JSON.stringify(manifest), { flag: 'wx' });
      });
    }
  }

  /** The file of one table and partition, relative to the lake; none without rows. */
  async #place(table: LakeTable, partition: Partition): Promise<readonly string[]> {
    const rows = `FROM ${table} WHERE ${partitionColumns.map((name) => `${name} = ${quoted(partition[name])}`).join(' AND ')}`;
    const counted = await this.#connection.runAndReadAll(`SELECT 1 ${rows} LIMIT 1`);
    if (counted.getRowsJson().length === 0) return [];
    const name = [table, ...partitionColumns.map((each) => `${each}=${folderName(partition[each])}`), `${this.part}.parquet`].join('/');
    await this.#replace(join(this.#lake, name), async (fresh) => {
      await this.#connection.run(`COPY (SELECT ${storedColumns(table)} ${rows}) TO ${quoted(fresh)} (FORMAT parquet, COMPRESSION zstd)`);
    });
    return [name];
  }

  /** Engines pass over names that begin with a point. */
  async #replace(path: string, write: (fresh: string) => Promise<void>): Promise<void> {
    const fresh = join(dirname(path), `.${basename(path)}.${this.part}`);
    await mkdir(dirname(path), { recursive: true });
    try {
      await write(fresh);
      await replaceFile(fresh, path);
    } catch (error) {
      await removeFile(fresh);
      throw error;
    }
  }
}

/** Of a partition's folder, as Hive escapes it. */
function folderName(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*.~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The engine's vector. */
const CHUNK_ROWS = 2_048;

const memoryTypes: Readonly<Record<ColumnType, string>> = { text: 'VARCHAR', integer: 'DOUBLE', real: 'DOUBLE', flag: 'BOOLEAN' };

/** JavaScript's numbers are the engine's doubles; the files have whole ones. */
function memoryColumns(table: LakeTable): string {
  const columns = columnsOf(table).map(([name, type]) => `${name} ${memoryTypes[type]}`);
  return [...columns, ...partitionColumns.map((name) => `${name} VARCHAR`)].join(', ');
}

function storedColumns(table: LakeTable): string {
  const columns = columnsOf(table).map(([name, type]) => (type === 'integer' ? `${name}::BIGINT AS ${name}` : name));
  return columns.join(', ');
}

/** Later ones are higher; the second half makes parallel ones different. */
function newPart(): string {
  return `${Date.now().toString(36).padStart(9, '0')}-${randomBytes(6).toString('hex')}`;
}
