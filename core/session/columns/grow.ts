/** Rows of a column's first piece: a process may have thousands of threads with one row each. */
const SMALLEST = 8;

/** What columns begin with: thousands of threads share them. */
export const noFloat64 = new Float64Array(0);
export const noUint32 = new Uint32Array(0);
export const noInt32 = new Int32Array(0);
export const noUint8 = new Uint8Array(0);

function nextLength(length: number): number {
  return Math.max(SMALLEST, length * 2);
}

/** A copy with room for twice as many; columns grow by it, so whoever keeps a column across appends must fetch it again. */
export function grownFloat64(column: Float64Array): Float64Array {
  const larger = new Float64Array(nextLength(column.length));
  larger.set(column);
  return larger;
}

/** As `grownFloat64`. */
export function grownInt32(column: Int32Array): Int32Array {
  const larger = new Int32Array(nextLength(column.length));
  larger.set(column);
  return larger;
}

/** As `grownFloat64`. */
export function grownUint32(column: Uint32Array): Uint32Array {
  const larger = new Uint32Array(nextLength(column.length));
  larger.set(column);
  return larger;
}

/** As `grownFloat64`. */
export function grownUint8(column: Uint8Array): Uint8Array {
  const larger = new Uint8Array(nextLength(column.length));
  larger.set(column);
  return larger;
}

/** As `grownFloat64`. */
export function grownFloat32(column: Float32Array): Float32Array {
  const larger = new Float32Array(nextLength(column.length));
  larger.set(column);
  return larger;
}

/** As `grownFloat64`. */
export function grownUint16(column: Uint16Array): Uint16Array {
  const larger = new Uint16Array(nextLength(column.length));
  larger.set(column);
  return larger;
}

/** Moves the rows behind the first ones of a column to its begin. What was behind them holds 0, as if it had never been used. */
export function dropFromColumn(column: Float64Array | Int32Array | Uint32Array | Uint8Array, rows: number, length: number): void {
  column.copyWithin(0, rows, length);
  column.fill(0, length - rows, length);
}
