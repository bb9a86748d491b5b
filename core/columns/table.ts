type Column = Float64Array | Float32Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;

/** A process may have thousands of threads with one row each. */
const FIRST_ROWS = 8;

export const noFloat64 = new Float64Array(0);
export const noFloat32 = new Float32Array(0);
export const noUint32 = new Uint32Array(0);
export const noInt32 = new Int32Array(0);
export const noUint16 = new Uint16Array(0);
export const noUint8 = new Uint8Array(0);

/** A column left out: it stays empty as the table grows, until one of `capacity` rows replaces it. */
export const absentFloat64 = new Float64Array(0);

/**
 * A table of numbers: each public typed array of a subclass is a column. Columns are longer than `length` and replaced as they grow: read
 * them from the table each time.
 * Subclasses append after `if (this.length === this.capacity) this.grow();`. A shared method would see all tables, which V8 runs several
 * times slower.
 */
export class Table {
  length = 0;
  /** Rows dropped so far; kept row numbers move down by the increase. */
  droppedRows = 0;
  capacity = 0;

  /** At least this many rows. */
  reserve(rows: number): void {
    if (rows <= this.capacity) return;
    for (const [name, column] of columnsOf(this)) {
      if (column !== absentFloat64) Reflect.set(this, name, withRoom(column, rows));
    }
    this.capacity = rows;
  }

  grow(): void {
    this.reserve(Math.max(FIRST_ROWS, 2 * this.capacity));
  }

  /** Makes room up to a row, by doubling. */
  reach(row: number): void {
    this.reserve(doubledFor(row, this.capacity));
  }

  /** Frees the room beyond the rows. */
  fit(): void {
    if (this.capacity === this.length) return;
    for (const [name, column] of columnsOf(this)) if (column !== absentFloat64) Reflect.set(this, name, column.slice(0, this.length));
    this.capacity = this.length;
  }

  truncate(length: number): void {
    if (length < this.length) this.length = length;
  }

  /** Drops the oldest rows and moves the others to row 0. Freed places hold 0. */
  dropFirst(rows: number): void {
    for (const [, column] of columnsOf(this)) {
      column.copyWithin(0, rows, this.length);
      column.fill(0, this.length - rows, this.length);
    }
    this.length -= rows;
    this.droppedRows += rows;
  }

  copyFrom(other: this): void {
    for (const [name, column] of columnsOf(other)) Reflect.set(this, name, column === absentFloat64 ? column : column.slice());
    this.length = other.length;
    this.droppedRows = other.droppedRows;
    this.capacity = other.capacity;
  }
}

export function withRoom(column: Float64Array, rows: number): Float64Array;
export function withRoom(column: Uint32Array, rows: number): Uint32Array;
export function withRoom(column: Uint16Array, rows: number): Uint16Array;
export function withRoom(column: Uint8Array, rows: number): Uint8Array;
export function withRoom(column: Column, rows: number): Column;
export function withRoom(column: Column, rows: number): Column {
  const larger = newColumn(column, rows);
  larger.set(column);
  return larger;
}

/** At least twice as long if it lacks the row. */
export function withRow(column: Float64Array, row: number): Float64Array;
export function withRow(column: Uint32Array, row: number): Uint32Array;
export function withRow(column: Int32Array, row: number): Int32Array;
export function withRow(column: Uint16Array, row: number): Uint16Array;
export function withRow(column: Uint8Array, row: number): Uint8Array;
export function withRow(column: Column, row: number): Column {
  return row < column.length ? column : withRoom(column, doubledFor(row, column.length));
}

function doubledFor(row: number, length: number): number {
  let rows = length;
  while (row >= rows) rows = Math.max(FIRST_ROWS, 2 * rows);
  return rows;
}

function newColumn(like: Column, rows: number): Column {
  if (like instanceof Float64Array) return new Float64Array(rows);
  if (like instanceof Float32Array) return new Float32Array(rows);
  if (like instanceof Uint32Array) return new Uint32Array(rows);
  if (like instanceof Int32Array) return new Int32Array(rows);
  return like instanceof Uint16Array ? new Uint16Array(rows) : new Uint8Array(rows);
}

function* columnsOf(table: Table): Generator<readonly [name: string, column: Column]> {
  for (const name of Object.keys(table)) {
    const value: unknown = Reflect.get(table, name);
    if (isColumn(value)) yield [name, value];
  }
}

function isColumn(value: unknown): value is Column {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}
