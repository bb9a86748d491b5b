/** One depth of a flame graph: boxes sorted by begin, never overlapping. Columns, as one object per box would not scale. */
export interface FlameRow {
  readonly begin: Float64Array;
  readonly end: Float64Array;
  /** Which call or tree node the box stands for. */
  readonly item: Uint32Array;
  readonly count: number;
}

/** A flame graph ready to draw. `x` is session time in microseconds, or summed time in an aggregated graph. */
export interface FlameRows {
  readonly rows: readonly FlameRow[];
  readonly fromX: number;
  readonly toX: number;
}

export const NO_ROWS: FlameRows = { rows: [], fromX: 0, toX: 1 };

/** Boxes as columns in any order of depth, but sorted by begin within each depth. */
export interface BoxColumns {
  readonly count: number;
  readonly depth: ArrayLike<number>;
  readonly begin: ArrayLike<number>;
  readonly end: ArrayLike<number>;
}

/** Sorts boxes into rows by depth; linear, two passes, no object per box. */
export function rowsOf(boxes: BoxColumns, fromX: number, toX: number): FlameRows {
  const perDepth: number[] = [];
  for (let box = 0; box < boxes.count; box++) {
    const depth = boxes.depth[box] ?? 0;
    perDepth[depth] = (perDepth[depth] ?? 0) + 1;
  }
  const rows = Array.from(perDepth, (size) => ({
    begin: new Float64Array(size ?? 0),
    end: new Float64Array(size ?? 0),
    item: new Uint32Array(size ?? 0),
    count: 0,
  }));
  for (let box = 0; box < boxes.count; box++) {
    const row = rows[boxes.depth[box] ?? 0];
    if (row === undefined) continue;
    row.begin[row.count] = boxes.begin[box] ?? 0;
    row.end[row.count] = boxes.end[box] ?? 0;
    row.item[row.count] = box;
    row.count++;
  }
  return { rows, fromX, toX: Math.max(toX, fromX + 1) };
}

/** Index of the first box of the row that ends after `x`; `row.count` when none does. */
export function firstEndingAfter(row: FlameRow, x: number, from = 0): number {
  let low = from;
  let high = row.count;
  // Mostly it is near `from`: growing steps find it sooner than halving all that follows.
  for (let step = 1; low + step < high; step *= 2) {
    if ((row.end[low + step] ?? 0) > x) high = low + step;
    else low += step;
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((row.end[middle] ?? 0) > x) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The box under `x` in a row, or -1. */
export function boxAt(row: FlameRow | undefined, x: number): number {
  if (row === undefined) return -1;
  const box = firstEndingAfter(row, x);
  return box < row.count && (row.begin[box] ?? 0) <= x ? box : -1;
}
