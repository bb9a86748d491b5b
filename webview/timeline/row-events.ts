import { numberAt } from '../../core/columns/at.ts';
import { firstAfter, firstAtLeast } from '../../core/columns/sorted.ts';
import type { TrackRow } from './track-rows.ts';

/** True for rows with events to step through: messages and late frames. */
export function hasEvents(row: TrackRow): boolean {
  return row.kind === 'messages' || row.kind === 'frames';
}

/** Begin of the next or previous event; undefined if none. */
export function rowEventUs(row: TrackRow, atUs: number, by: 1 | -1): number | undefined {
  const candidates: number[] = [];
  if (row.kind === 'messages') {
    for (const { beginUs, length } of row.parts) {
      const next = by > 0 ? firstAfter(beginUs, atUs, length) : firstAtLeast(beginUs, atUs, length) - 1;
      if (next >= 0 && next < length) candidates.push(numberAt(beginUs, next));
    }
  } else if (row.kind === 'frames') {
    for (const { atUs: cameUs, lateUs, length } of row.parts) {
      for (let frame = 0; frame < length; frame++) {
        const dueUs = numberAt(cameUs, frame) - numberAt(lateUs, frame);
        if (numberAt(lateUs, frame) > 0 && (by > 0 ? dueUs > atUs : dueUs < atUs)) candidates.push(dueUs);
      }
    }
  }
  let found: number | undefined;
  for (const each of candidates) if (found === undefined || (by > 0 ? each < found : each > found)) found = each;
  return found;
}
