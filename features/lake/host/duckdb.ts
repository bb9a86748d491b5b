import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { LaglensError } from '../../../core/errors.ts';
import { engineDownloadMb } from './engine-packages.ts';

/** The part of npm's @duckdb/node-api that lakes use. Its own types are in the package, which is not installed with this one. */
export interface DuckDb {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<DuckDbConnection>; closeSync(): void }> };
  readonly DuckDBTableFunction: { create(functions: DuckDbTableFunctions): unknown };
  readonly DOUBLE: unknown;
  readonly UTINYINT: unknown;
  /** Texts must differ. */
  ENUM(texts: readonly string[]): unknown;
}

/** A table of SQL whose rows JavaScript brings. Called on its thread. */
interface DuckDbTableFunctions {
  readonly name: string;
  bindFunction(info: { addResultColumn(name: string, type: unknown): void }): void;
  initFunction(): void;
  /** No rows are the end. */
  mainFunction(info: unknown, output: DuckDbChunk): void;
}

export interface DuckDbChunk {
  rowCount: number;
  readonly chunk: unknown;
}

/** The part of @duckdb/node-bindings, below @duckdb/node-api, that copies whole vectors. */
export interface DuckDbVectors {
  data_chunk_get_vector(chunk: unknown, column: number): unknown;
  vector_ensure_validity_writable(vector: unknown): void;
  copy_data_to_vector_validity(vector: unknown, atByte: number, from: ArrayBufferLike, fromByte: number, bytes: number): void;
  copy_data_to_vector(vector: unknown, atByte: number, from: ArrayBufferLike, fromByte: number, bytes: number): void;
}

/** All rows of a result; 64-bit numbers are texts. */
export interface DuckDbRows {
  columnNames(): readonly string[];
  getRowsJson(): readonly (readonly unknown[])[];
}

/** A prepared statement; `String` of a column's type is its name in SQL. */
export interface DuckDbStatement {
  readonly statementType: number;
  readonly columnCount: number;
  columnName(at: number): string;
  columnType(at: number): unknown;
  stream(): Promise<{ yieldRowsJson(): AsyncIterable<readonly (readonly unknown[])[]> }>;
}

export interface DuckDbConnection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<DuckDbRows>;
  /** @throws Error at a word that it cannot read */
  extractStatements(sql: string): Promise<{
    readonly count: number;
    prepare(index: number): Promise<DuckDbStatement>;
  }>;
  registerTableFunction(table: unknown): void;
  interrupt(): void;
  closeSync(): void;
}

export const duckDbVersion = '1.5.6-r.1';
export const duckDbPackage = '@duckdb/node-api';

/** npm's folder for the engine, in the user's cache. */
export function duckDbFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'laglens', `duckdb-${duckDbVersion}`);
}

/** @throws Error if the engine is not installed */
export function loadDuckDbVectors(): DuckDbVectors {
  const require = createRequire(join(duckDbFolder(), 'package.json'));
  return createRequire(require.resolve(duckDbPackage))('@duckdb/node-bindings');
}

/** @throws LaglensError if the engine is not installed */
export function loadDuckDb(): DuckDb {
  const folder = duckDbFolder();
  try {
    return createRequire(join(folder, 'package.json'))(duckDbPackage);
  } catch (cause) {
    throw new LaglensError({
      code: 'engine-missing',
      message: 'A lake needs the database engine DuckDB, which is not installed.',
      next: `Run: laglens lake install. It says npm’s command, which downloads about ${engineDownloadMb()} MB into ${folder} and checks each package.`,
      cause,
    });
  }
}
