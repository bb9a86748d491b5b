import { float64At } from '../../columns/at.ts';
import type { FrameColumns } from '../../session/columns/run-columns.ts';
import { type FrameLevels, type FrameSums, FrameTally } from './frame-tally.ts';
import type { LateFrame } from './missed-frames.ts';

/** Length of a slice, Matrix TraceCanary's `timeSliceMs`. */
const SLICE_US = 10_000_000;
/** A slice with fewer frames has no meaningful FPS. */
const LEAST_SLICE_FRAMES = 20;
/** Eleven days. */
const MOST_SLICES = 100_000;

/** Ten seconds of a session with more than twenty frames. */
export interface FrameSlice {
  readonly beginUs: number;
  readonly frames: number;
  readonly dropped: number;
  readonly fps: number;
}

/** Frames of a session, or of one screen. */
export interface CountedFrames extends FrameSums {
  readonly levels: FrameLevels;
  /** In order of time. */
  readonly slices: readonly FrameSlice[];
}

/** Counts frames in all, and of each ten seconds. */
export class FrameLedger {
  readonly #tally = new FrameTally();
  readonly #slices: { readonly index: number; readonly tally: FrameTally }[] = [];

  /** Takes in a row's frames in time, and its late one if it has one. */
  add(frames: FrameColumns, row: number, late: LateFrame | undefined): void {
    this.#tally.add(frames, row, late);
    this.#sliceAt(float64At(frames.atUs, row))?.add(frames, row, late);
  }

  get counted(): CountedFrames {
    return { ...this.#tally.sums, levels: this.#tally.levels, slices: this.#slicesWithFps() };
  }

  /** Counts of frames in time come once a second, so each falls into its slice, or begins the next. */
  #sliceAt(atUs: number): FrameTally | undefined {
    const index = Math.floor(atUs / SLICE_US);
    const last = this.#slices.at(-1);
    if (last !== undefined && last.index >= index) return last.tally;
    if (this.#slices.length >= MOST_SLICES) return undefined;
    const tally = new FrameTally();
    this.#slices.push({ index, tally });
    return tally;
  }

  #slicesWithFps(): readonly FrameSlice[] {
    return this.#slices.flatMap(({ index, tally }) => {
      const { frames, dropped, fps } = tally.sums;
      return frames <= LEAST_SLICE_FRAMES || fps === undefined ? [] : [{ beginUs: index * SLICE_US, frames, dropped, fps }];
    });
  }
}
