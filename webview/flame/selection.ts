import { boxAt, type FlameRow, type FlameRows, firstEndingAfter } from './rows.ts';
import type { Viewport } from './viewport.ts';

/** A box of a flame graph by its place. */
export interface BoxPlace {
  readonly depth: number;
  readonly box: number;
}

export type Direction = 'caller' | 'callee' | 'previous' | 'next' | 'first' | 'last';

/** How many callees are looked at for the longest one; keeps a key press quick under a box with very many children. */
const CALLEES_LOOKED_AT = 4096;

/** Where an arrow key leads. The place itself when there is nothing in that direction. */
export function step(flame: FlameRows, place: BoxPlace, direction: Direction): BoxPlace {
  const row = flame.rows[place.depth];
  if (row === undefined) return place;
  switch (direction) {
    case 'caller': {
      const depth = place.depth - 1;
      const box = boxAt(flame.rows[depth], row.begin[place.box] ?? 0);
      return box < 0 ? place : { depth, box };
    }
    case 'callee': {
      const depth = place.depth + 1;
      const box = longestWithin(flame.rows[depth], row.begin[place.box] ?? 0, row.end[place.box] ?? 0);
      return box < 0 ? place : { depth, box };
    }
    case 'previous':
      return { depth: place.depth, box: Math.max(0, place.box - 1) };
    case 'next':
      return { depth: place.depth, box: Math.min(row.count - 1, place.box + 1) };
    case 'first':
      return { depth: place.depth, box: 0 };
    case 'last':
      return { depth: place.depth, box: row.count - 1 };
  }
}

/** Where the keyboard starts: the longest outermost box in view. */
export function entryPlace(flame: FlameRows, view: Viewport): BoxPlace | undefined {
  const outermost = longestWithin(flame.rows[0], view.fromX, view.toX);
  return outermost < 0 ? undefined : { depth: 0, box: outermost };
}

function longestWithin(row: FlameRow | undefined, fromX: number, toX: number): number {
  if (row === undefined) return -1;
  let longest = -1;
  let longestSpan = -1;
  const start = firstEndingAfter(row, fromX);
  for (let box = start; box < row.count && box - start < CALLEES_LOOKED_AT; box++) {
    const begin = row.begin[box] ?? 0;
    if (begin >= toX) break;
    const span = Math.min(row.end[box] ?? 0, toX) - Math.max(begin, fromX);
    if (span > longestSpan) {
      longest = box;
      longestSpan = span;
    }
  }
  return longest;
}
