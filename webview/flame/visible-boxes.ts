import { type FlameRow, firstEndingAfter } from './rows.ts';
import { spanOf, type Viewport } from './viewport.ts';

/** Called for each rectangle to draw, in pixels; `merged` boxes were each narrower than a pixel and share the rectangle. */
export type BoxVisitor = (box: number, left: number, right: number, merged: number) => void;

/**
 * Walks the boxes of a row that the view shows and visits at most about one rectangle per pixel: a box narrower than a pixel
 * takes all that follow within that pixel with it, found by bisection rather than one by one. The cost of a redraw therefore
 * depends on the width of the canvas, not on the number of boxes.
 */
export function visitVisible(row: FlameRow, view: Viewport, width: number, visit: BoxVisitor): void {
  const scale = width / spanOf(view);
  let box = firstEndingAfter(row, view.fromX);
  while (box < row.count) {
    const begin = row.begin[box] ?? 0;
    if (begin >= view.toX) return;
    const left = Math.max(0, (begin - view.fromX) * scale);
    const right = Math.min(width, ((row.end[box] ?? 0) - view.fromX) * scale);
    if (right - left >= 1) {
      visit(box, left, right, 1);
      box++;
      continue;
    }
    const pixelEnd = Math.floor(left) + 1;
    const next = Math.max(box + 1, firstEndingAfter(row, view.fromX + pixelEnd / scale, box));
    visit(box, Math.floor(left), Math.min(width, pixelEnd), next - box);
    box = next;
  }
}
