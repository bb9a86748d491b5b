/**
 * Reads of columns that throw out of range: with `column[row] ?? 0` a wrong row would be row 0. One function for each kind of array,
 * as V8 keeps one that sees a single kind as fast as the bare read; shared between kinds it would be several times slower.
 */

/** @throws RangeError when the column has no such row */
export function float64At(column: Float64Array, row: number): number {
  const value = column[row];
  if (value === undefined) outOfRange(row, column.length);
  return value;
}

/** As `float64At`. */
export function float32At(column: Float32Array, row: number): number {
  const value = column[row];
  if (value === undefined) outOfRange(row, column.length);
  return value;
}

/** As `float64At`. */
export function uint32At(column: Uint32Array, row: number): number {
  const value = column[row];
  if (value === undefined) outOfRange(row, column.length);
  return value;
}

/** As `float64At`. */
export function int32At(column: Int32Array, row: number): number {
  const value = column[row];
  if (value === undefined) outOfRange(row, column.length);
  return value;
}

/** As `float64At`. */
export function uint16At(column: Uint16Array, row: number): number {
  const value = column[row];
  if (value === undefined) outOfRange(row, column.length);
  return value;
}

/** As `float64At`. */
export function uint8At(column: Uint8Array, row: number): number {
  const value = column[row];
  if (value === undefined) outOfRange(row, column.length);
  return value;
}

/** As `float64At`, for lists and for columns of any kind. */
export function numberAt(column: ArrayLike<number>, row: number): number {
  const value = column[row];
  if (value === undefined) outOfRange(row, column.length);
  return value;
}

function outOfRange(row: number, length: number): never {
  throw new RangeError(`Row ${row} of a column of ${length} rows.`);
}
