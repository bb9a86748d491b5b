import type { Viewport } from '../ui/viewport.ts';
import { type FlameRows, NO_BOX } from './rows.ts';
import type { BoxPlace } from './selection.ts';

/** Keeps a click quick in a range with very many calls. */
const MAX_SEARCHED_BOXES = 500_000;

/** The matching box that takes most of a range, the outermost of equal ones. */
export function widestMatch(flame: FlameRows, matches: (item: number) => boolean, { fromX, toX }: Viewport): BoxPlace | undefined {
  let widest: BoxPlace | undefined;
  let widestSpan = 0;
  let searched = 0;
  for (const [depth, row] of flame.rows.entries()) {
    let box = row.firstEndingAfter(fromX);
    for (; box !== NO_BOX && row.begin(box) < toX && searched < MAX_SEARCHED_BOXES; box = row.next(box)) {
      searched++;
      const span = Math.min(row.end(box), toX) - Math.max(row.begin(box), fromX);
      if (span <= widestSpan || !matches(row.item(box))) continue;
      widest = { depth, box };
      widestSpan = span;
    }
    // No deeper box can be wider.
    if (widestSpan * 2 >= toX - fromX) break;
  }
  return widest;
}

/** The next matching box, row by row, wrapping around. */
export function nextMatch(
  flame: FlameRows,
  matches: (item: number) => boolean,
  from: BoxPlace | undefined,
  by: 1 | -1,
): BoxPlace | undefined {
  const { rows } = flame;
  if (rows.length === 0) return undefined;
  let depth = from?.depth ?? (by > 0 ? 0 : rows.length - 1);
  let row = rows[depth];
  let box = from === undefined ? undefined : by > 0 ? row?.next(from.box) : row?.previous(from.box);
  // The first row is visited again, up to the start.
  for (let visited = 0; visited <= rows.length; visited++) {
    box ??= by > 0 ? row?.first() : row?.last();
    for (; row !== undefined && box !== undefined && box !== NO_BOX; box = by > 0 ? row.next(box) : row.previous(box)) {
      if (matches(row.item(box))) return { depth, box };
    }
    depth = (depth + by + rows.length) % rows.length;
    row = rows[depth];
    box = undefined;
  }
  return undefined;
}
