import { NULL_FLAG } from '../core/lake-column.ts';
import { columnsOf, type LakeTable } from '../core/tables.ts';
import { type DuckDb, type DuckDbConnection, type DuckDbVectors, loadDuckDbVectors } from './duckdb.ts';
import { quoted } from './lake-files.ts';
import { RowSource, type SourceRows } from './row-source.ts';

/** Writes Parquet files on one connection: the engine takes rows from memory, chunk by chunk. */
export class TableWriter {
  readonly #engine: DuckDb;
  readonly #vectors: DuckDbVectors;
  readonly #connection: DuckDbConnection;
  readonly #name: string;
  #source: RowSource<LakeTable> | undefined;

  /** @param lane different for each writer of an instance */
  constructor(engine: DuckDb, connection: DuckDbConnection, lane: number) {
    this.#engine = engine;
    this.#vectors = loadDuckDbVectors();
    this.#connection = connection;
    this.#name = `rows_of_lane_${lane}`;
    connection.registerTableFunction(
      engine.DuckDBTableFunction.create({
        name: this.#name,
        bindFunction: (info) => {
          for (const { name, type } of this.#source?.columns ?? []) info.addResultColumn(name, type);
        },
        initFunction: () => {},
        mainFunction: (_, output) => this.#source?.fill(output),
      }),
    );
  }

  /** Writes all rows of one table to a new file. Rejects with the engine's errors. */
  async write<T extends LakeTable>(table: T, part: string, sessions: readonly SourceRows<T>[], path: string): Promise<void> {
    const source = new RowSource(this.#engine, this.#vectors, table, sessions);
    this.#source = source;
    const names = new Set(source.columns.map(({ name }) => name));
    // Higher levels cost twice the time for half a percent.
    await this.#connection.run(
      `COPY (${selecting(table, part, names)} FROM ${this.#name}()) TO ${quoted(path)} (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1)`,
    );
    this.#source = undefined;
  }
}

/** JavaScript's numbers are the engine's doubles, and NaN is null; the files have whole ones. */
function selecting(table: LakeTable, part: string, names: ReadonlySet<string>): string {
  const columns = columnsOf(table).map(([name, type]) => {
    if (name === 'part') return `${quoted(part)}::ENUM(${quoted(part)}) AS part`;
    if (type === 'integer') return `TRY_CAST(${name} AS BIGINT) AS ${name}`;
    if (type === 'real') return `nullif(${name}, 'NaN'::DOUBLE) AS ${name}`;
    if (type === 'flag') return `nullif(${name}, ${NULL_FLAG})::BOOLEAN AS ${name}`;
    return names.has(name) ? name : `NULL::VARCHAR AS ${name}`;
  });
  return `SELECT ${columns.join(', ')}`;
}
