import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { LaglensError } from '../../core/errors.ts';

/** The part of npm's @duckdb/node-api that lakes use. Its own types are in the package, which is not installed with this one. */
export interface DuckDb {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<DuckDbConnection>; closeSync(): void }> };
  readonly DuckDBDataChunk: { create(types: readonly unknown[]): DuckDbChunk };
  readonly BOOLEAN: unknown;
  readonly DOUBLE: unknown;
  readonly VARCHAR: unknown;
}

export interface DuckDbChunk {
  setColumns(columns: readonly (readonly unknown[])[]): void;
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
  createAppender(table: string): Promise<{ appendDataChunk(chunk: DuckDbChunk): void; closeSync(): void }>;
  interrupt(): void;
  closeSync(): void;
}

export const duckDbVersion = '1.5.6-r.1';
export const duckDbPackage = '@duckdb/node-api';

/** npm's folder for the engine, in the user's cache. */
export function duckDbFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'laglens', `duckdb-${duckDbVersion}`);
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
