import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { LaglensError } from '../../core/errors.ts';

/** The part of npm's @duckdb/node-api that lakes use. Its own types are in the package, which is not installed with this one. */
export interface DuckDb {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<DuckDbConnection>; closeSync(): void }> };
  readonly DuckDBDataChunk: { create(types: readonly unknown[], rows: number): DuckDbChunk };
  readonly DOUBLE: unknown;
  readonly UINTEGER: unknown;
  readonly UTINYINT: unknown;
  readonly VARCHAR: unknown;
}

export interface DuckDbChunk {
  readonly chunk: unknown;
  setColumns(columns: readonly (readonly unknown[])[]): void;
}

/** The part of @duckdb/node-bindings, below @duckdb/node-api, that copies whole vectors. */
export interface DuckDbVectors {
  data_chunk_get_vector(chunk: unknown, column: number): unknown;
  copy_data_to_vector(vector: unknown, atByte: number, from: ArrayBufferLike, fromByte: number, bytes: number): void;
}

export interface DuckDbAppender {
  appendDataChunk(chunk: DuckDbChunk): void;
  closeSync(): void;
}

/** All rows of a result; 64-bit numbers are texts. */
export interface DuckDbRows {
  columnNames(): readonly string[];
  getRowsJson(): readonly (readonly unknown[])[];
}

export interface DuckDbConnection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<DuckDbRows>;
  /** @throws Error at a word that it cannot read */
  extractStatements(sql: string): Promise<{
    readonly count: number;
    prepare(index: number): Promise<{ readonly statementType: number; streamAndReadUntil(rows: number): Promise<DuckDbRows> }>;
  }>;
  createAppender(table: string): Promise<DuckDbAppender>;
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
      next: `Run: npm install --no-save --prefix "${folder}" ${duckDbPackage}@${duckDbVersion}`,
      cause,
    });
  }
}
