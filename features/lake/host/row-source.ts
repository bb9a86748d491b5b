import { uint32At } from '../../../core/columns/at.ts';
import { type Cells, NULL_TEXT } from '../core/lake-column.ts';
import type { TableRows } from '../core/table-rows.ts';
import { columnsOf, type LakeTable } from '../core/tables.ts';
import type { DuckDb, DuckDbChunk, DuckDbVectors } from './duckdb.ts';
import { type EnumNumbers, EnumTexts } from './enum-texts.ts';

/** Rows of one session. */
export interface SourceRows<T extends LakeTable> {
  readonly session: string;
  readonly rows: TableRows<T>;
}

/** The engine's vector. */
const CHUNK_ROWS = 2_048;

/** Code of a column with one text. */
const ONLY_TEXT = 1;

const numberTypes = { integer: 'DOUBLE', real: 'DOUBLE', flag: 'UTINYINT' } as const;

interface SourceTexts {
  /** A chunk's, in the engine's width. */
  readonly numbers: EnumNumbers;
  /** The session's numbers by its codes. */
  readonly bySession: readonly Uint32Array[];
}

/** A column as the engine takes it. */
interface SourceColumn {
  readonly name: string;
  readonly type: unknown;
  /** Undefined for numbers. */
  readonly texts?: SourceTexts;
}

/** Rows of one file in chunks: numbers as whole vectors, texts as the numbers of an ENUM per column. */
export class RowSource<T extends LakeTable> {
  /** `session` first. Columns without any text are left out. */
  readonly columns: readonly SourceColumn[];
  readonly #vectors: DuckDbVectors;
  readonly #sessions: readonly SourceRows<T>[];
  /** Positions of `columns` after the first in a session's rows. */
  readonly #positions: readonly number[];
  readonly #numbers = new Uint32Array(CHUNK_ROWS);
  #session = 0;
  #row = 0;

  constructor(engine: DuckDb, vectors: DuckDbVectors, table: T, sessions: readonly SourceRows<T>[]) {
    this.#vectors = vectors;
    this.#sessions = sessions;
    const columns: SourceColumn[] = [];
    const positions: number[] = [];
    const ids = sessions.map(({ session }) => ['', session]);
    const addTexts = (name: string, texts: readonly (readonly string[])[]): boolean => {
      const all = new EnumTexts();
      const bySession = texts.map((each) => all.numbersOf(each));
      if (all.all.length > 0) columns.push({ name, type: engine.ENUM(all.all), texts: { numbers: all.cells(CHUNK_ROWS), bySession } });
      return all.all.length > 0;
    };
    addTexts('session', ids);
    const [, , ...own] = columnsOf(table);
    for (const [position, [name, type]] of own.entries()) {
      if (type !== 'text') columns.push({ name, type: engine[numberTypes[type]] });
      else if (
        !addTexts(
          name,
          sessions.map(({ rows }) => rows.columns[position]?.texts ?? []),
        )
      )
        continue;
      positions.push(position);
    }
    this.columns = columns;
    this.#positions = positions;
  }

  /** Fills the engine's chunk with the next rows; without rows at the end. */
  fill(output: DuckDbChunk): void {
    let current = this.#sessions[this.#session];
    while (current !== undefined && this.#row === current.rows.length) {
      current = this.#sessions[++this.#session];
      this.#row = 0;
    }
    const count = current === undefined ? 0 : Math.min(CHUNK_ROWS, current.rows.length - this.#row);
    output.rowCount = count;
    if (current === undefined) return;
    for (const [at, { texts }] of this.columns.entries()) {
      const vector = this.#vectors.data_chunk_get_vector(output.chunk, at);
      const position = this.#positions[at - 1];
      const cells = position === undefined ? undefined : current.rows.columns[position]?.cells.subarray(this.#row, this.#row + count);
      if (texts !== undefined) this.#fillTexts(vector, texts, cells ?? new Uint32Array(count).fill(ONLY_TEXT));
      else if (cells !== undefined) this.#copy(vector, cells, cells.byteLength);
    }
    this.#row += count;
  }

  #fillTexts(vector: unknown, { numbers, bySession }: SourceTexts, codes: Cells): void {
    const ofSession = bySession[this.#session];
    if (ofSession === undefined || !(codes instanceof Uint32Array)) throw new TypeError('A column of texts has no codes.');
    const own = this.#numbers;
    let hasNull = false;
    for (let row = 0; row < codes.length; row++) {
      const code = uint32At(codes, row);
      own[row] = uint32At(ofSession, code);
      if (code === NULL_TEXT) hasNull = true;
    }
    numbers.set(own.subarray(0, codes.length));
    this.#copy(vector, numbers, codes.length * numbers.BYTES_PER_ELEMENT);
    if (hasNull) this.#markNulls(vector, codes);
  }

  /** The engine's bits are 1 for rows that are not null. */
  #markNulls(vector: unknown, codes: Uint32Array): void {
    const known = new Uint8Array(Math.ceil(codes.length / 8));
    for (let byte = 0; byte < known.length; byte++) {
      let bits = 0;
      const end = Math.min(8, codes.length - 8 * byte);
      for (let bit = 0; bit < end; bit++) if (uint32At(codes, 8 * byte + bit) !== NULL_TEXT) bits |= 1 << bit;
      known[byte] = bits;
    }
    this.#vectors.vector_ensure_validity_writable(vector);
    this.#vectors.copy_data_to_vector_validity(vector, 0, known.buffer, 0, known.length);
  }

  #copy(vector: unknown, { buffer, byteOffset }: Cells | EnumNumbers, bytes: number): void {
    this.#vectors.copy_data_to_vector(vector, 0, buffer, byteOffset, bytes);
  }
}
