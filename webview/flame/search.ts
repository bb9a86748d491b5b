import type { FlameRows } from './rows.ts';
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
  const rows = flame.rows;
  if (rows.length === 0) return undefined;
  let depth = from?.depth ?? (by > 0 ? 0 : rows.length - 1);
  let box = from === undefined ? (by > 0 ? -1 : (rows[depth]?.count ?? 0)) : from.box;
  // One row more than there are: the first row is visited again up to where the search began.
  for (let visited = 0; visited <= rows.length; visited++) {
    const row = rows[depth];
    for (box += by; row !== undefined && box >= 0 && box < row.count; box += by) {
      if (matches(row.item[box] ?? 0)) return { depth, box };
    }
    depth = (depth + by + rows.length) % rows.length;
    box = by > 0 ? -1 : (rows[depth]?.count ?? 0);
  }
  return undefined;
}

/** Time covered by matching boxes, each moment once: a match below another match counts no second time. */
export function matchedTime(flame: FlameRows, matches: (item: number) => boolean): number {
  let covered: readonly (readonly [begin: number, end: number])[] = [];
  let total = 0;
  for (const row of flame.rows) {
    const next: (readonly [number, number])[] = [];
    let at = 0;
    for (let box = 0; box < row.count; box++) {
      const begin = row.begin[box] ?? 0;
      while (at < covered.length && (covered[at]?.[1] ?? 0) <= begin) next.push(covered[at++] ?? [0, 0]);
      const isInside = (covered[at]?.[0] ?? Number.POSITIVE_INFINITY) <= begin;
      if (isInside || !matches(row.item[box] ?? 0)) continue;
      const end = row.end[box] ?? 0;
      total += end - begin;
      next.push([begin, end]);
    }
    while (at < covered.length) next.push(covered[at++] ?? [0, 0]);
    covered = next;
  }
  return total;
}
