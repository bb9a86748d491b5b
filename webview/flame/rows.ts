import { float64At, numberAt, uint32At } from '../../core/columns/at.ts';
import { firstIndexNear } from '../../core/columns/sorted.ts';
import { spanOf, type Viewport } from '../ui/viewport.ts';

/** Stands for a box where there is none. */
export const NO_BOX = -1;

/** One depth of a flame graph: boxes by begin, never overlapping. A box is a number that grows with its begin; only the row knows which numbers are boxes. */
export interface FlameRow {
  begin(box: number): number;
  end(box: number): number;
  /** Which call or tree node the box stands for. */
  item(box: number): number;
  /** The first box that ends after `x`, or `NO_BOX`. */
  firstEndingAfter(x: number): number;
  /** The boxes beside it, or `NO_BOX`. */
  next(box: number): number;
  previous(box: number): number;
  /** The outermost boxes of the row, or `NO_BOX`. */
  first(): number;
  last(): number;
  /** Whether there is such a box. */
  has(box: number): boolean;
}

/** Is told what of a flame graph is to be drawn, in pixels. Later ones lie over earlier ones. */
export interface VisibleBoxes {
  /** A box at least a pixel wide, cut at the edges of the canvas. */
  box(depth: number, box: number, left: number, right: number): void;
  /**
   * Boxes narrower than a pixel, one of which is `item`, share the column `x`.
   * @param alike items with the same number have the same colour; -1 when that is not said of this one
   */
  narrow(depth: number, x: number, item: number, alike: number): void;
}

/** A flame graph ready to draw. `x` is session time in microseconds, or summed time in an aggregated graph. */
export interface FlameRows extends Viewport {
  readonly rows: readonly FlameRow[];
  /** The same object for as long as what is told as alike keeps its colour, though more may come. */
  readonly source: object;
  /** Visits what a view shows of the rows from one to another on a canvas of this width; costs by its pixels, not by the boxes. */
  visitVisible(firstRow: number, lastRow: number, view: Viewport, width: number, visit: VisibleBoxes): void;
  /** How to go on from a picture that was drawn; undefined where all has to be drawn again. */
  readonly parts: FlameParts | undefined;
}

/** A flame graph that can be drawn column by column: a box that is told again covers what it covered, and nothing else. */
export interface FlameParts {
  /** What is before this stays as it is, also when more comes to the same `source`. */
  readonly steadyX: number;
  /** Visits what `visitVisible` visits in the columns from one to before another; boxes that are open at either edge are told, too. */
  visit(columns: VisitedColumns, visit: VisibleBoxes): void;
}

/** Columns of a view, all of which are `width`. */
export interface VisitedColumns {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly view: Viewport;
  readonly width: number;
  readonly fromColumn: number;
  readonly toColumn: number;
}

export const NO_ROWS: FlameRows = { rows: [], source: {}, fromX: 0, toX: 1, visitVisible: () => undefined, parts: undefined };

/** The box under `x` in a row, or `NO_BOX`. */
export function boxAt(row: FlameRow | undefined, x: number): number {
  if (row === undefined) return NO_BOX;
  const box = row.firstEndingAfter(x);
  return box !== NO_BOX && row.begin(box) <= x ? box : NO_BOX;
}

/** Boxes as columns in any order of depth, but sorted by begin within each depth. */
export interface BoxColumns {
  readonly count: number;
  readonly depth: ArrayLike<number>;
  readonly begin: ArrayLike<number>;
  readonly end: ArrayLike<number>;
}

/** Rows of boxes that are kept one by one: a box is its place in the row, its item the place in the columns. */
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

  /**
   * Visits at most about one rectangle per pixel: a box narrower than a pixel takes all that follow within that pixel with it,
   * found by bisection rather than one by one.
   */
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
      visit.narrow(depth, x, item, item);
      box = Math.max(box + 1, this.#firstEndingAfter(view.fromX + (x + 1) / scale, box));
    }
  }

  /** Place of the first box from one on that ends after `x`, the number of boxes when none does. */
  #firstEndingAfter(x: number, from: number): number {
    return firstIndexNear(this.#count, (box) => this.end(box) > x, from);
  }
}
