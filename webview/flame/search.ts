import { type FlameRows, NO_BOX } from './rows.ts';
import type { BoxPlace } from './selection.ts';

/** Which of the frames a text matches; case does not matter unless the text has capitals. Empty matches nothing. */
export function matcher(wanted: string): ((label: string) => boolean) | undefined {
  const trimmed = wanted.trim();
  if (trimmed === '') return undefined;
  return trimmed === trimmed.toLowerCase() ? (label) => label.toLowerCase().includes(trimmed) : (label) => label.includes(trimmed);
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
