import { float64At, uint32At } from '../../columns/at.ts';
import { firstAtLeast } from '../../columns/sorted.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import type { FrameColumns } from '../../session/columns/run-columns.ts';
import { type FrameLevel, frameLevelOf } from './frame-levels.ts';
import { droppedFrames, type LateFrame, lateFrameOf } from './missed-frames.ts';

/** Frames of a time. */
export interface FrameSums {
  /** Shown, late ones too. */
  readonly frames: number;
  /** Shown late, windows' first frames left out. */
  readonly late: number;
  /** Never shown, as one before was late. */
  readonly dropped: number;
  /** Frames per time of frames shown and dropped, as TraceCanary's: a still display lowers it not. Undefined if no period is known. */
  readonly fps: number | undefined;
  /** `late` per frame, 0 to 1. */
  readonly jankShare: number;
}

/** Shown and dropped frames by level. A frame's level is the number of frames that its delay dropped. */
export type FrameLevels = Readonly<Record<FrameLevel, { readonly frames: number; readonly dropped: number }>>;

export class FrameTally {
  #frames = 0;
  #late = 0;
  #dropped = 0;
  /** Frames of known periods, and the time of those with the ones dropped. */
  #timed = 0;
  #timeUs = 0;
  /** Late frames; those of the best level have no frames in time. */
  readonly #levels = {
    best: { frames: 0, dropped: 0 },
    normal: { frames: 0, dropped: 0 },
    middle: { frames: 0, dropped: 0 },
    high: { frames: 0, dropped: 0 },
    frozen: { frames: 0, dropped: 0 },
  };

  /** Takes in a row's frames in time, and its late one if it has one. */
  add(frames: FrameColumns, row: number, late: LateFrame | undefined): void {
    this.#count(uint32At(frames.inTime, row), 0, float64At(frames.periodUs, row));
    if (late !== undefined) this.addLate(late);
  }

  addLate(late: LateFrame): void {
    const dropped = droppedFrames(late);
    this.#count(1, dropped, late.periodUs);
    if (late.isFirst) return;
    this.#late++;
    const level = this.#levels[frameLevelOf(dropped)];
    level.frames++;
    level.dropped += dropped;
  }

  get sums(): FrameSums {
    const fps = this.#timeUs === 0 ? undefined : (1e6 * this.#timed) / this.#timeUs;
    return { frames: this.#frames, late: this.#late, dropped: this.#dropped, fps, jankShare: this.#late / Math.max(1, this.#frames) };
  }

  get levels(): FrameLevels {
    const { best, normal, middle, high, frozen } = this.#levels;
    const bad = normal.frames + middle.frames + high.frames + frozen.frames;
    return {
      best: { ...best, frames: this.#frames - bad },
      normal: { ...normal },
      middle: { ...middle },
      high: { ...high },
      frozen: { ...frozen },
    };
  }

  #count(frames: number, dropped: number, periodUs: number): void {
    this.#frames += frames;
    this.#dropped += dropped;
    if (periodUs <= 0) return;
    this.#timed += frames;
    this.#timeUs += (frames + dropped) * periodUs;
  }
}

export type LeveledSums = FrameSums & { readonly levels: FrameLevels };

/** Frames of some runs that came in a range; undefined without any. Frames in time count with their report, about once a second. */
export function framesIn(runs: readonly FrameColumns[], beginUs: number, endUs: number): LeveledSums | undefined {
  const tally = new FrameTally();
  for (const frames of runs) {
    let cameUs = 0;
    for (let row = firstAtLeast(frames.atUs, beginUs, frames.length); row < frames.length && float64At(frames.atUs, row) < endUs; row++) {
      const late = lateFrameOf(frames, row, cameUs);
      cameUs = late?.atUs ?? cameUs;
      tally.add(frames, row, late);
    }
  }
  return tally.sums.frames === 0 ? undefined : { ...tally.sums, levels: tally.levels };
}

/** Frames from a stutter's first late one, which no frame in time can precede. */
export function framesOfStutter(frames: FrameColumns, { beginUs, endUs }: TimeRange): FrameSums {
  const tally = new FrameTally();
  let cameUs = 0;
  let hasBegun = false;
  for (let row = firstAtLeast(frames.atUs, beginUs, frames.length); row < frames.length && float64At(frames.atUs, row) <= endUs; row++) {
    const late = lateFrameOf(frames, row, cameUs);
    cameUs = late?.atUs ?? cameUs;
    if (hasBegun) tally.add(frames, row, late);
    else if (late !== undefined) tally.addLate(late);
    hasBegun ||= late !== undefined;
  }
  return tally.sums;
}
