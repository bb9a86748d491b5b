import { overlapsAny, type TimeRange, type TimeRanges } from '../../columns/time-range.ts';
import type { Run } from '../../session/model/run.ts';
import { type FrameLevel, frameLevelOf, levelBorders } from './frame-levels.ts';
import { droppedFrames, type LateFrame, lateFrameOf } from './missed-frames.ts';

const SECOND_US = 1_000_000;
/** TraceCanary's borders are of such a display; at a higher rate the same time has more frames. */
const BORDER_RATE = 60;
/** Many, of a second's sixty frames. */
const STUTTER_FRAMES = levelBorders.middle;
/** Rows per step, some milliseconds. */
const STEP_ROWS = 32_768;
/** The first ones; only hostile sessions have more. */
const MOST_STUTTERS = 10_000;

/** A time with many dropped frames that no lag explains: from the first late frame's due time to the last one's arrival. */
export interface Stutter extends TimeRange {
  /** Index of the run. */
  readonly run: number;
  readonly late: number;
  readonly dropped: number;
  /** Longest delay of a frame. */
  readonly latestUs: number;
  /** Of its worst second, by dropped frames of a display of 60 Hz. */
  readonly level: FrameLevel;
}

/** Where a search may begin again: no stutter spans it. */
interface Restart {
  /** Counted with dropped rows. */
  readonly row: number;
  /** Arrival of the late frame before. */
  readonly cameUs: number;
  readonly dueUs: number;
}

const FIRST_ROW: Restart = { row: 0, cameUs: 0, dueUs: Number.NEGATIVE_INFINITY };

/** Stutters of a growing run. Any second counts, not only those of a clock. */
export class RunStutters {
  #restart = FIRST_ROW;
  /** Before the restart. */
  #settled: Stutter[] = [];
  #explained: TimeRanges = [];

  /**
   * All stutters by time, in steps; those already found stay the same objects.
   * @param explained ranges of lags; late frames that overlap one belong to it
   */
  *find({ index, frames }: Run, explained: TimeRanges): Generator<void, readonly Stutter[]> {
    if (!sameBefore(this.#explained, explained, this.#restart.dueUs)) {
      this.#restart = FIRST_ROW;
      this.#settled = [];
    }
    this.#explained = explained;
    /** Since the restart. */
    let found: Stutter[] = [];
    let second = new LatestSecond();
    let open: OpenStutter | undefined;
    let { cameUs } = this.#restart;
    let lastUs = Number.POSITIVE_INFINITY;
    for (let row = Math.max(0, this.#restart.row - frames.droppedRows); row < frames.length; row++) {
      if (this.#settled.length + found.length >= MOST_STUTTERS) break;
      if (row % STEP_ROWS === STEP_ROWS - 1) yield;
      const frame = lateFrameOf(frames, row, cameUs);
      if (frame === undefined) continue;
      const beforeUs = cameUs;
      cameUs = frame.atUs;
      if (frame.isFirst || overlapsAny(explained, frame.dueUs, frame.atUs)) continue;
      // A lag in between would count as the stutter's own work.
      if (frame.dueUs - lastUs > SECOND_US || overlapsAny(explained, lastUs, frame.dueUs)) {
        if (open !== undefined) found.push(open.stutter(index));
        for (const stutter of found) this.#settled.push(stutter);
        found = [];
        open = undefined;
        second = new LatestSecond();
        this.#restart = { row: row + frames.droppedRows, cameUs: beforeUs, dueUs: frame.dueUs };
      }
      lastUs = frame.atUs;
      second.add(frame);
      if (second.dropped < STUTTER_FRAMES) continue;
      const fresh = second.takeFresh();
      const [first] = fresh;
      if (open !== undefined && first !== undefined && first.dueUs - open.endUs > SECOND_US) {
        found.push(open.stutter(index));
        open = undefined;
      }
      open ??= new OpenStutter();
      open.add(fresh, second.dropped);
    }
    if (open !== undefined) found.push(open.stutter(index));
    return [...this.#settled, ...found];
  }
}

/** True if the ranges that begin before a time are the same. */
function sameBefore(one: TimeRanges, other: TimeRanges, timeUs: number): boolean {
  for (let at = 0; ; at++) {
    const [a, b] = [one[at], other[at]];
    const isLater = (range: TimeRange | undefined): boolean => range === undefined || range.beginUs >= timeUs;
    if (isLater(a) || isLater(b)) return isLater(a) && isLater(b);
    if (a?.beginUs !== b?.beginUs || a?.endUs !== b?.endUs) return false;
  }
}

/** Late frames that came in the second up to the newest. */
class LatestSecond {
  #frames: LateFrame[] = [];
  #begin = 0;
  /** First one that no stutter has. */
  #fresh = 0;
  #droppedUs = 0;

  /** Dropped frames as if the display had 60 Hz. */
  get dropped(): number {
    // Sums of whole periods miss a border by rounding.
    return Math.round(((this.#droppedUs * BORDER_RATE) / SECOND_US) * 100) / 100;
  }

  add(frame: LateFrame): void {
    this.#frames.push(frame);
    this.#droppedUs += droppedUs(frame);
    for (let oldest = this.#oldest; oldest !== undefined && oldest.atUs <= frame.atUs - SECOND_US; oldest = this.#oldest) {
      this.#droppedUs -= droppedUs(oldest);
      this.#begin++;
    }
    if (this.#begin * 2 <= this.#frames.length) return;
    this.#frames = this.#frames.slice(this.#begin);
    this.#fresh = Math.max(0, this.#fresh - this.#begin);
    this.#begin = 0;
  }

  takeFresh(): readonly LateFrame[] {
    const fresh = this.#frames.slice(Math.max(this.#begin, this.#fresh));
    this.#fresh = this.#frames.length;
    return fresh;
  }

  get #oldest(): LateFrame | undefined {
    return this.#frames[this.#begin];
  }
}

function droppedUs(frame: LateFrame): number {
  return droppedFrames(frame) * frame.periodUs;
}

class OpenStutter {
  endUs = 0;
  #beginUs = Number.POSITIVE_INFINITY;
  #late = 0;
  #dropped = 0;
  #latestUs = 0;
  #worst = 0;

  /** @param second dropped frames of the second that ends with them */
  add(frames: readonly LateFrame[], second: number): void {
    for (const frame of frames) {
      this.#beginUs = Math.min(this.#beginUs, frame.dueUs);
      this.endUs = frame.atUs;
      this.#late++;
      this.#dropped += droppedFrames(frame);
      this.#latestUs = Math.max(this.#latestUs, frame.atUs - frame.dueUs);
    }
    this.#worst = Math.max(this.#worst, second);
  }

  stutter(run: number): Stutter {
    return {
      run,
      beginUs: Math.max(0, this.#beginUs),
      endUs: this.endUs,
      late: this.#late,
      dropped: this.#dropped,
      latestUs: this.#latestUs,
      level: frameLevelOf(this.#worst),
    };
  }
}
