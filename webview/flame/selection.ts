import type { Viewport } from '../ui/viewport.ts';
import { boxAt, type FlameRow, type FlameRows, NO_BOX } from './rows.ts';

export interface BoxPlace {
  readonly depth: number;
  readonly box: number;
}

export type Direction = 'caller' | 'callee' | 'previous' | 'next' | 'first' | 'last';

/** Keeps a key press quick under a box with very many callees. */
const MAX_SEARCHED_CALLEES = 4096;

/** The place itself when there is nothing in that direction. @param view of a callee, which is looked for in sight first */
export function step(flame: FlameRows, place: BoxPlace, direction: Direction, view: Viewport): BoxPlace {
  const row = flame.rows[place.depth];
  if (row === undefined) return place;
  switch (direction) {
    case 'caller':
      return placeOf(flame, place.depth - 1, (above) => boxAt(above, row.begin(place.box))) ?? place;
    case 'callee':
      return placeOf(flame, place.depth + 1, (below) => longestCallee(below, row.begin(place.box), row.end(place.box), view)) ?? place;
    case 'previous':
      return placeOf(flame, place.depth, () => row.previous(place.box)) ?? place;
    case 'next':
      return placeOf(flame, place.depth, () => row.next(place.box)) ?? place;
    case 'first':
      return placeOf(flame, place.depth, () => row.first()) ?? place;
    case 'last':
      return placeOf(flame, place.depth, () => row.last()) ?? place;
  }
}

function placeOf(flame: FlameRows, depth: number, find: (row: FlameRow) => number): BoxPlace | undefined {
  const row = flame.rows[depth];
  const box = row === undefined ? NO_BOX : find(row);
  return box === NO_BOX ? undefined : { depth, box };
}

/** Start of the keyboard: the longest visible outermost box. */
export function entryPlace(flame: FlameRows, view: Viewport): BoxPlace | undefined {
  return placeOf(flame, 0, (row) => longestWithin(row, view.fromX, view.toX));
}

/** In sight, so that a call of the whole session leads not to another lag; else of the whole call. */
function longestCallee(row: FlameRow, beginX: number, endX: number, { fromX, toX }: Viewport): number {
  const [shownX, shownEndX] = [Math.max(beginX, fromX), Math.min(endX, toX)];
  const inSight = shownX < shownEndX ? longestWithin(row, shownX, shownEndX) : NO_BOX;
  return inSight === NO_BOX ? longestWithin(row, beginX, endX) : inSight;
}

function longestWithin(row: FlameRow, beginX: number, endX: number): number {
  let longest = NO_BOX;
  let longestSpan = -1;
  let box = row.firstEndingAfter(beginX);
  for (let searched = 0; box !== NO_BOX && searched < MAX_SEARCHED_CALLEES; searched++, box = row.next(box)) {
    const begin = row.begin(box);
    if (begin >= endX) break;
    const span = Math.min(row.end(box), endX) - Math.max(begin, beginX);
    if (span <= longestSpan) continue;
    longest = box;
    longestSpan = span;
  }
  return longest;
}
