/**
 * Reads that throw out of range: `column[row] ?? 0` would read a wrong row as 0. Each kind of array has its own function, as V8 runs a
 * shared one several times slower.
 */

export function float64At(column: Float64Array, row: number): number {
  const value = column[row];
  if (value === undefined) outOfRange(row, column.length);
  return value;
}

/** Like `float64At`. */
export function float32At(column: Float32Array, row: number): number {
  const value = column[row];
  if (value === undefined) outOfRange(row, column.length);
  return value;
}

/** Like `float64At`. */
export function uint32At(column: Uint32Array, row: number): number {
  const value = column[row];
  if (value === undefined) outOfRange(row, column.length);
  return value;
}

/** Like `float64At`. */
export function int32At(column: Int32Array, row: number): number {
  const value = column[row];
  if (value === undefined) outOfRange(row, column.length);
  return value;
}

/** Like `float64At`. */
export function uint16At(column: Uint16Array, row: number): number {
  const value = column[row];
  if (value === undefined) outOfRange(row, column.length);
  return value;
}

/** Like `float64At`. */
export function uint8At(column: Uint8Array, row: number): number {
  const value = column[row];
  if (value === undefined) outOfRange(row, column.length);
  return value;
}

/** For lists and columns of any kind; slower. */
export function numberAt(column: ArrayLike<number>, row: number): number {
  const value = column[row];
  if (value === undefined) outOfRange(row, column.length);
  return value;
}

function outOfRange(row: number, length: number): never {
  throw new RangeError(`Row ${row} of a column of ${length} rows.`);
}
