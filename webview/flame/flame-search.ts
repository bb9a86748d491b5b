import type { Viewport } from '../ui/viewport.ts';
import { type FlameRows, NO_BOX } from './rows.ts';
import type { BoxPlace } from './selection.ts';

/** So many boxes are looked at for the widest match: keeps a click quick where a selected stretch has very many calls. */
const MAX_SEARCHED_BOXES = 500_000;

/** Of the boxes that match the one that takes most of a stretch, of several the outermost; `undefined` when none does. */
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
    // Deeper boxes lie below this one or beside it: none of them can be wider.
    if (widestSpan * 2 >= toX - fromX) break;
  }
  return widest;
}

/** The next box that matches, row by row from the place on, around the end; `undefined` when there is none. */
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
  // One row more than there are: the first row is visited again up to where the search began.
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
