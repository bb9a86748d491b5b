import { float64At } from '../../core/columns/at.ts';
import type { ActivityShares } from './activity.ts';

/** Messages of a main thread, or late frames: intervals that follow each other. Times are session microseconds. */
export interface TrackIntervals {
  readonly length: number;
  readonly beginUs: ArrayLike<number>;
  readonly endUs: ArrayLike<number>;
}

/** Reports of frames, by time. */
export interface TrackFrames {
  readonly length: number;
  /** When the frame came. */
  readonly atUs: ArrayLike<number>;
  /** By how much it was late, 0 in time. */
  readonly lateUs: ArrayLike<number>;
  /** Time of one frame. */
  readonly periodUs: ArrayLike<number>;
  /** 1: the first frame of a window; left out where there are none. */
  readonly first?: ArrayLike<number>;
}

/** A counter: each value holds until the next. */
export interface TrackCounter {
  readonly atUs: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

/** One line of the tracks. Where the app ran several times, a row holds a part of each run. */
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
      /** What a message is, by the part and its row. */
      readonly name: (part: number, row: number) => string;
    }
  | { readonly kind: 'frames'; readonly parts: readonly TrackFrames[] }
  | {
      readonly kind: 'counter';
      readonly parts: readonly TrackCounter[];
      /** Full height. */
      readonly most: number;
      readonly format: (value: number) => string;
    }
);

/** Heights of rows in CSS pixels. */
const heights: Readonly<Record<TrackRow['kind'], number>> = { thread: 20, messages: 20, frames: 20, counter: 24 };

/** Where rows lie below each other, in CSS pixels. */
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

  /** The row at a height, -1 beside all. */
  at(y: number): number {
    if (y < 0 || y >= this.height) return -1;
    let low = 0;
    let high = this.tops.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (float64At(this.tops, middle) <= y) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The rows of which a pixel is seen between two heights: the first, and the one behind the last. */
  between(fromY: number, toY: number): readonly [first: number, end: number] {
    if (this.height === 0 || toY <= 0 || fromY >= this.height) return [0, 0];
    const last = this.at(Math.min(toY, this.height) - 1e-6);
    return [this.at(Math.max(0, fromY)), last + 1];
  }
}
