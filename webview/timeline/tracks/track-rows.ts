import type { LeveledSums } from '../../../core/analysis/display-frames/frame-tally.ts';
import type { WaitArrow } from '../../../core/analysis/locks/wait-arrows.ts';
import { float64At, numberAt } from '../../../core/columns/at.ts';
import { firstAfter, firstAtLeast, lastUpTo } from '../../../core/columns/sorted.ts';
import type { ActivityShares } from '../activity.ts';

/** Consecutive intervals, as messages of a main thread. Session microseconds. */
export interface TrackIntervals {
  readonly length: number;
  readonly beginUs: ArrayLike<number>;
  readonly endUs: ArrayLike<number>;
  /** 1 hides one: the agent's own message. */
  readonly isOwn?: ArrayLike<number>;
}

/** Frame reports, by time. */
export interface TrackFrames {
  readonly length: number;
  /** Arrival. */
  readonly atUs: ArrayLike<number>;
  /** 0 when in time. */
  readonly lateUs: ArrayLike<number>;
  readonly periodUs: ArrayLike<number>;
  /** 1 marks a window's first frame; left out if there are none. */
  readonly first?: ArrayLike<number>;
}

/** Each value holds until the next. */
export interface TrackCounter {
  readonly atUs: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

/** One row of the tracks, with one part per run. */
export type TrackRow = { readonly id: string; readonly label: string } & (
  | {
      readonly kind: 'thread';
      /** Row of `model.threads`; undefined for the main threads of all runs. */
      readonly thread: number | undefined;
      readonly parts: () => readonly ActivityShares[];
    }
  | {
      readonly kind: 'messages';
      readonly parts: readonly TrackIntervals[];
      /** Name of a message, and its facts in words, by part and row. */
      readonly name: (part: number, row: number) => string;
      readonly facts: (part: number, row: number) => string;
    }
  | {
      readonly kind: 'frames';
      readonly parts: readonly TrackFrames[];
      /** Frames of a range; undefined without any. */
      readonly sums: (beginUs: number, endUs: number) => LeveledSums | undefined;
    }
  | {
      readonly kind: 'counter';
      readonly parts: readonly TrackCounter[];
      /** Value at full height. */
      readonly most: number;
      readonly format: (value: number) => string;
    }
);

/** A wait's arrow between two rows. */
export interface TrackArrow {
  readonly wait: WaitArrow;
  /** Ids of rows. */
  readonly fromRow: string;
  readonly toRow: string;
  /** For people. */
  readonly about: string;
}

/** CSS pixels. */
const heights: Readonly<Record<TrackRow['kind'], number>> = { thread: 20, messages: 20, frames: 20, counter: 24 };

/** Vertical positions of rows in CSS pixels. */
export class TrackLayout {
  readonly tops: Float64Array;
  readonly height: number;

  constructor(rows: readonly TrackRow[]) {
    this.tops = new Float64Array(rows.length + 1);
    rows.forEach((row, index) => {
      this.tops[index + 1] = float64At(this.tops, index) + heights[row.kind];
    });
    this.height = float64At(this.tops, rows.length);
  }

  top(row: number): number {
    return float64At(this.tops, row);
  }

  rowHeight(row: number): number {
    return float64At(this.tops, row + 1) - float64At(this.tops, row);
  }

  /** Row at a height, or -1. */
  at(y: number): number {
    if (y < 0 || y >= this.height) return -1;
    return lastUpTo(this.tops, y, this.tops.length - 1);
  }

  /** Visible rows between two heights; the end is exclusive. */
  between(fromY: number, toY: number): readonly [first: number, end: number] {
    if (this.height === 0 || toY <= 0 || fromY >= this.height) return [0, 0];
    const last = this.at(Math.min(toY, this.height) - 1e-6);
    return [this.at(Math.max(0, fromY)), last + 1];
  }
}

/** True for rows with events to step through: messages and late frames. */
export function hasEvents(row: TrackRow): boolean {
  return row.kind === 'messages' || row.kind === 'frames';
}

/** Begin of the next or previous event; undefined if none. */
export function rowEventUs(row: TrackRow, atUs: number, by: 1 | -1): number | undefined {
  const candidates: number[] = [];
  if (row.kind === 'messages') {
    for (const { beginUs, length, isOwn } of row.parts) {
      let next = by > 0 ? firstAfter(beginUs, atUs, length) : firstAtLeast(beginUs, atUs, length) - 1;
      while (next >= 0 && next < length && isOwn?.[next] === 1) next += by;
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
