import { type Cells, NULL_FLAG } from '../../core/lake/lake-column.ts';
import type { TableRows } from '../../core/lake/table-rows.ts';
import { type ColumnType, columnsOf, type LakeTable } from '../../core/lake/tables.ts';
import { type DuckDb, type DuckDbAppender, type DuckDbConnection, type DuckDbVectors, loadDuckDbVectors } from './duckdb.ts';
import { quoted } from './lake-files.ts';
import { StagedTexts } from './staged-texts.ts';

/** Rows of one session. */
export interface StagedRows<T extends LakeTable> {
  readonly session: string;
  readonly rows: TableRows<T>;
}

/** The engine's vector. */
const CHUNK_ROWS = 2_048;

const stagedTypes = { text: 'UINTEGER', integer: 'DOUBLE', real: 'DOUBLE', flag: 'UTINYINT' } as const satisfies Readonly<
  Record<ColumnType, string>
>;

/** Writes Parquet files on one connection. A text crosses into the engine once, rows have its number; columns cross as whole vectors. */
export class RowStage {
  readonly #engine: DuckDb;
  readonly #vectors: DuckDbVectors;
  readonly #connection: DuckDbConnection;

  constructor(engine: DuckDb, connection: DuckDbConnection) {
    this.#engine = engine;
    this.#vectors = loadDuckDbVectors();
    this.#connection = connection;
  }

  /** Writes all rows of one table to a new file. Rejects with the engine's errors. */
  async write<T extends LakeTable>(table: T, part: string, sessions: readonly StagedRows<T>[], path: string): Promise<void> {
    const columns = columnsOf(table).filter(([name]) => name !== 'part');
    const staged = columns.map(([name, type]) => `${name} ${stagedTypes[type]}`).join(', ');
    await this.#connection.run(`CREATE OR REPLACE TEMP TABLE staged (${staged})`);
    await this.#connection.run('CREATE OR REPLACE TEMP TABLE texts (number UINTEGER, text VARCHAR)');
    const texts = new StagedTexts();
    const types = columns.map(([, type]) => this.#engine[stagedTypes[type]]);
    const appender = await this.#connection.createAppender('staged');
    for (const each of sessions) this.#append(appender, types, texts, each);
    appender.closeSync();
    await this.#appendTexts(texts.all);
    await this.#connection.run(`COPY (${selecting(table, part)}) TO ${quoted(path)} (FORMAT parquet, COMPRESSION zstd)`);
    await this.#connection.run('DROP TABLE staged');
    await this.#connection.run('DROP TABLE texts');
  }

  #append<T extends LakeTable>(
    appender: DuckDbAppender,
    types: readonly unknown[],
    texts: StagedTexts,
    { session, rows: { columns, length } }: StagedRows<T>,
  ): void {
    const sessionCells = new Uint32Array(Math.min(CHUNK_ROWS, length)).fill(texts.numberOf(session));
    const cells = columns.map((column) => texts.cellsOf(column));
    for (let at = 0; at < length; at += CHUNK_ROWS) {
      const count = Math.min(CHUNK_ROWS, length - at);
      const { DuckDBDataChunk } = this.#engine;
      const chunk = DuckDBDataChunk.create(types, count);
      const parts = [sessionCells.subarray(0, count), ...cells.map((each) => each.subarray(at, at + count))];
      for (const [index, part] of parts.entries()) this.#fill(chunk.chunk, index, part);
      appender.appendDataChunk(chunk);
    }
  }

  #fill(chunk: unknown, column: number, { buffer, byteOffset, byteLength }: Cells): void {
    const vector = this.#vectors.data_chunk_get_vector(chunk, column);
    this.#vectors.copy_data_to_vector(vector, 0, buffer, byteOffset, byteLength);
  }

  async #appendTexts(texts: readonly string[]): Promise<void> {
    const { DuckDBDataChunk, UINTEGER, VARCHAR } = this.#engine;
    const appender = await this.#connection.createAppender('texts');
    for (let at = 0; at < texts.length; at += CHUNK_ROWS) {
      const some = texts.slice(at, at + CHUNK_ROWS);
      const chunk = DuckDBDataChunk.create([UINTEGER, VARCHAR], some.length);
      chunk.setColumns([some.map((_, index) => at + index + 1), some]);
      appender.appendDataChunk(chunk);
    }
    appender.closeSync();
  }
}

/** JavaScript's numbers are the engine's doubles, and NaN is null; the files have whole ones. */
function selecting(table: LakeTable, part: string): string {
  const joins: string[] = [];
  const columns = columnsOf(table).map(([name, type]) => {
    if (name === 'part') return `${quoted(part)} AS part`;
    if (type === 'integer') return `TRY_CAST(${name} AS BIGINT) AS ${name}`;
    if (type === 'real') return `nullif(${name}, 'NaN'::DOUBLE) AS ${name}`;
    if (type === 'flag') return `nullif(${name}, ${NULL_FLAG})::BOOLEAN AS ${name}`;
    joins.push(` LEFT JOIN texts of_${name} ON of_${name}.number = staged.${name}`);
    return `of_${name}.text AS ${name}`;
  });
  return `SELECT ${columns.join(', ')} FROM staged${joins.join('')}`;
}
