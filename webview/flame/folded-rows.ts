import type { Viewport } from '../ui/viewport.ts';
import { type FlameRow, type FlameRows, NO_BOX, type VisibleBoxes, type VisitedColumns } from './rows.ts';

/** Rows of this many boxes are no common callers; keeps a selection quick. */
const MOST_BOXES = 2_000;

/** The item of a fold's box, from that of the innermost folded frame. */
export function foldItem(item: number): number {
  return -1 - item;
}

export function isFoldItem(item: number): boolean {
  return item < 0;
}

/** The innermost folded frame of a fold's item, or the item itself. */
export function frameItem(item: number): number {
  return isFoldItem(item) ? -1 - item : item;
}

/** Items of the outermost rows that each show one method in a range: callers of all other frames there. */
export function commonItems({ rows }: FlameRows, { fromX, toX }: Viewport, methodOf: (item: number) => number): readonly number[] {
  const common: number[] = [];
  for (const row of rows) {
    let box = row.firstEndingAfter(fromX);
    if (box === NO_BOX || row.begin(box) >= toX) break;
    const item = row.item(box);
    const method = methodOf(item);
    for (let visited = 1; box !== NO_BOX && row.begin(box) < toX; visited++) {
      if (visited > MOST_BOXES || methodOf(row.item(box)) !== method) return common;
      box = row.next(box);
    }
    common.push(item);
  }
  return common;
}

/**
 * The same boxes with one row more, and without the outermost ones unless it is open. That row has the boxes of the innermost folded row.
 * @param source changes with the number of folded rows and when it opens
 */
export function foldedRows(flame: FlameRows, count: number, isOpen: boolean, source: object): FlameRows {
  const inner = flame.rows[count - 1];
  if (inner === undefined) return flame;
  const hidden = isOpen ? -1 : count - 1;
  const visit = (firstRow: number, lastRow: number, visitRows: VisitRows, boxes: VisibleBoxes): void => {
    const shifted = shiftedBoxes(boxes, hidden, isOpen ? undefined : 0);
    if (isOpen && firstRow === 0) visitRows(count - 1, count - 1, shiftedBoxes(boxes, count - 1, 0));
    const first = isOpen ? Math.max(0, firstRow - 1) : firstRow + hidden;
    if (lastRow + hidden >= first) visitRows(first, lastRow + hidden, shifted);
  };
  const { parts } = flame;
  return {
    ...flame,
    source,
    rows: [new FoldRow(inner), ...flame.rows.slice(isOpen ? 0 : count)],
    hidden,
    visitVisible: (firstRow, lastRow, view, width, boxes) =>
      visit(firstRow, lastRow, (first, last, shifted) => flame.visitVisible(first, last, view, width, shifted), boxes),
    parts: parts && {
      steadyX: parts.steadyX,
      visit: (columns: VisitedColumns, boxes) =>
        visit(
          columns.firstRow,
          columns.lastRow,
          (firstRow, lastRow, shifted) => parts.visit({ ...columns, firstRow, lastRow }, shifted),
          boxes,
        ),
    },
  };
}

type VisitRows = (firstRow: number, lastRow: number, boxes: VisibleBoxes) => void;

/** @param foldDepth depth of the fold's row after the shift */
function shiftedBoxes(boxes: VisibleBoxes, by: number, foldDepth: number | undefined): VisibleBoxes {
  return {
    box: (depth, box, left, right) => boxes.box(depth - by, box, left, right),
    narrow: (depth, x, item, alike, covered) => {
      const isFold = depth - by === foldDepth;
      boxes.narrow(depth - by, x, isFold ? foldItem(item) : item, isFold ? -1 : alike, covered);
    },
  };
}

class FoldRow implements FlameRow {
  readonly #row: FlameRow;

  constructor(row: FlameRow) {
    this.#row = row;
  }

  item(box: number): number {
    return foldItem(this.#row.item(box));
  }

  begin(box: number): number {
    return this.#row.begin(box);
  }

  end(box: number): number {
    return this.#row.end(box);
  }

  firstEndingAfter(x: number): number {
    return this.#row.firstEndingAfter(x);
  }

  next(box: number): number {
    return this.#row.next(box);
  }

  previous(box: number): number {
    return this.#row.previous(box);
  }

  first(): number {
    return this.#row.first();
  }

  last(): number {
    return this.#row.last();
  }

  has(box: number): boolean {
    return this.#row.has(box);
  }
}
