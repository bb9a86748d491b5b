import { float64At, numberAt, uint32At } from '../../core/columns/at.ts';
import { firstIndexNear } from '../../core/columns/sorted.ts';
import { spanOf, type Viewport } from '../ui/viewport.ts';

export const NO_BOX = -1;
/** Moments of a column that tell how much of it is covered: its edges and its middle. */
export const MOMENTS = 3;

/** Boxes of one depth by begin, without overlaps. Box numbers grow with begin; only the row knows which exist. */
export interface FlameRow {
  begin(box: number): number;
  end(box: number): number;
  /** The call or tree node of a box. */
  item(box: number): number;
  /** Or `NO_BOX`. */
  firstEndingAfter(x: number): number;
  /** Or `NO_BOX`. */
  next(box: number): number;
  previous(box: number): number;
  /** Or `NO_BOX`. */
  first(): number;
  last(): number;
  has(box: number): boolean;
}

/** Receives visible boxes in pixels; later ones cover earlier ones. */
export interface VisibleBoxes {
  /** At least a pixel wide, clipped to the canvas. */
  box(depth: number, box: number, left: number, right: number): void;
  /**
   * Boxes narrower than a pixel in column `x`; `item` is one of them.
   * @param alike equal numbers have equal colours; -1 unknown
   * @param covered moments of the column that have a box, 1 to `MOMENTS`
   */
  narrow(depth: number, x: number, item: number, alike: number, covered: number): void;
}

/** `x` is session time in microseconds, or aggregated time. */
export interface FlameRows extends Viewport {
  readonly rows: readonly FlameRow[];
  /** Constant while `alike` numbers keep their colours, though boxes may be added. */
  readonly source: object;
  /** Visits visible boxes; the cost depends on pixels, not on boxes. */
  visitVisible(firstRow: number, lastRow: number, view: Viewport, width: number, visit: VisibleBoxes): void;
  /** Depth of the first row's frames; 0 unless rows are folded. */
  readonly hidden?: number;
  /** Redraws parts; undefined when everything must be drawn again. */
  readonly parts: FlameParts | undefined;
}

/** Column-wise drawing: a box visited again covers exactly its former pixels. */
interface FlameParts {
  /** Everything before is final for this `source`. */
  readonly steadyX: number;
  /** Visits some columns like `visitVisible`, with boxes open at either edge; the end is exclusive. */
  visit(columns: VisitedColumns, visit: VisibleBoxes): void;
}

/** `width` columns in all. */
export interface VisitedColumns {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly view: Viewport;
  readonly width: number;
  readonly fromColumn: number;
  readonly toColumn: number;
}

export const NO_ROWS: FlameRows = { rows: [], source: {}, fromX: 0, toX: 1, visitVisible: () => undefined, parts: undefined };

/** The box at `x`, or `NO_BOX`. */
export function boxAt(row: FlameRow | undefined, x: number): number {
  if (row === undefined) return NO_BOX;
  const box = row.firstEndingAfter(x);
  return box !== NO_BOX && row.begin(box) <= x ? box : NO_BOX;
}

/** Any order of depth, but sorted by begin within each. */
interface BoxColumns {
  readonly count: number;
  readonly depth: ArrayLike<number>;
  readonly begin: ArrayLike<number>;
  readonly end: ArrayLike<number>;
}

/** Rows of single boxes: a box is its place in the row, an item its place in the columns. */
export function rowsOf(boxes: BoxColumns, fromX: number, toX: number): FlameRows {
  const perDepth: number[] = [];
  for (let box = 0; box < boxes.count; box++) {
    const depth = numberAt(boxes.depth, box);
    perDepth[depth] = (perDepth[depth] ?? 0) + 1;
  }
  const rows = Array.from(perDepth, (size) => new ColumnRow(size ?? 0));
  for (let item = 0; item < boxes.count; item++) {
    rows[numberAt(boxes.depth, item)]?.append(numberAt(boxes.begin, item), numberAt(boxes.end, item), item);
  }
  return {
    rows,
    source: rows,
    fromX,
    toX: Math.max(toX, fromX + 1),
    visitVisible(firstRow, lastRow, view, width, visit) {
      for (let depth = firstRow; depth <= lastRow; depth++) rows[depth]?.visitVisible(depth, view, width, visit);
    },
    parts: undefined,
  };
}

class ColumnRow implements FlameRow {
  readonly #begin: Float64Array;
  readonly #end: Float64Array;
  readonly #item: Uint32Array;
  #count = 0;

  constructor(size: number) {
    this.#begin = new Float64Array(size);
    this.#end = new Float64Array(size);
    this.#item = new Uint32Array(size);
  }

  append(begin: number, end: number, item: number): void {
    this.#begin[this.#count] = begin;
    this.#end[this.#count] = end;
    this.#item[this.#count] = item;
    this.#count++;
  }

  begin(box: number): number {
    return float64At(this.#begin, box);
  }

  end(box: number): number {
    return float64At(this.#end, box);
  }

  item(box: number): number {
    return uint32At(this.#item, box);
  }

  has(box: number): boolean {
    return box >= 0 && box < this.#count;
  }

  first(): number {
    return this.#count > 0 ? 0 : NO_BOX;
  }

  last(): number {
    return this.#count - 1;
  }

  next(box: number): number {
    return box + 1 < this.#count ? box + 1 : NO_BOX;
  }

  previous(box: number): number {
    return box - 1;
  }

  firstEndingAfter(x: number): number {
    const box = this.#firstEndingAfter(x, 0);
    return box < this.#count ? box : NO_BOX;
  }

  /** Visits about one rectangle per pixel. A narrow box includes all others in its pixel, found by bisection. */
  visitVisible(depth: number, view: Viewport, width: number, visit: VisibleBoxes): void {
    const scale = width / spanOf(view);
    let box = this.#firstEndingAfter(view.fromX, 0);
    while (box < this.#count) {
      const begin = this.begin(box);
      if (begin >= view.toX) return;
      const left = Math.max(0, (begin - view.fromX) * scale);
      const right = Math.min(width, (this.end(box) - view.fromX) * scale);
      if (right - left >= 1) {
        visit.box(depth, box, left, right);
        box++;
        continue;
      }
      const item = this.item(box);
      const x = Math.floor(left);
      visit.narrow(depth, x, item, item, MOMENTS);
      box = Math.max(box + 1, this.#firstEndingAfter(view.fromX + (x + 1) / scale, box));
    }
  }

  /** Place of the first box from one on that ends after `x`, the number of boxes when none does. */
  #firstEndingAfter(x: number, from: number): number {
    return firstIndexNear(this.#count, (box) => this.end(box) > x, from);
  }
}
