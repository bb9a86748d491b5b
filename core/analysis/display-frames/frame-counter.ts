import { float64At } from '../../columns/at.ts';
import { atOnce } from '../../session/file/turns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
import { type FrameLevel, frameLevelOf } from './frame-levels.ts';
import { type FrameSums, FrameTally } from './frame-tally.ts';
import { droppedFrames, lateFrameOf } from './missed-frames.ts';

/** Length of a slice, Matrix TraceCanary's `timeSliceMs`. */
const SLICE_US = 10_000_000;
/** A slice with fewer frames has no meaningful FPS. */
const LEAST_SLICE_FRAMES = 20;
/** Eleven days. */
const MOST_SLICES = 100_000;
/** Rows per step, some milliseconds. */
const STEP_ROWS = 32_768;

/** Ten seconds of a session with more than twenty frames. */
export interface FrameSlice {
  readonly beginUs: number;
  readonly frames: number;
  readonly dropped: number;
  readonly fps: number;
}

/** Frames of a whole session. */
export interface FrameTotals extends FrameSums {
  /** Shown and dropped frames by level. A frame's level is the number of frames that its delay dropped. */
  readonly levels: Readonly<Record<FrameLevel, { readonly frames: number; readonly dropped: number }>>;
  /** By time. */
  readonly slices: readonly FrameSlice[];
}

/** Counts a growing session's frames; dropped rows stay counted. */
export class FrameCounter {
  readonly #model: SessionModel;
  readonly #tally = new FrameTally();
  readonly #levels: Readonly<Record<FrameLevel, { frames: number; dropped: number }>> = {
    best: { frames: 0, dropped: 0 },
    normal: { frames: 0, dropped: 0 },
    middle: { frames: 0, dropped: 0 },
    high: { frames: 0, dropped: 0 },
    frozen: { frames: 0, dropped: 0 },
  };
  readonly #slices: { readonly index: number; readonly tally: FrameTally }[] = [];
  /** By index of the run. */
  readonly #places = new Map<number, { row: number; droppedRows: number; cameUs: number }>();

  constructor(model: SessionModel) {
    this.#model = model;
  }

  /** Takes in new rows. */
  update(): this {
    atOnce(this.updateInSteps());
    return this;
  }

  *updateInSteps(): Generator<void, void> {
    for (const run of this.#model.runs) yield* this.#takeRun(run);
  }

  /** Undefined before the first frame. */
  get totals(): FrameTotals | undefined {
    const { sums } = this.#tally;
    if (sums.frames === 0) return undefined;
    const { best, normal, middle, high, frozen } = this.#levels;
    const bad = normal.frames + middle.frames + high.frames + frozen.frames;
    const levels = {
      best: { ...best, frames: sums.frames - bad },
      normal: { ...normal },
      middle: { ...middle },
      high: { ...high },
      frozen: { ...frozen },
    };
    return { ...sums, levels, slices: this.#slicesWithFps() };
  }

  *#takeRun({ index, frames }: Run): Generator<void, void> {
    if (frames.length + frames.droppedRows === 0) return;
    const place = this.#places.get(index) ?? { row: 0, droppedRows: 0, cameUs: 0 };
    this.#places.set(index, place);
    place.row = Math.max(0, place.row - (frames.droppedRows - place.droppedRows));
    place.droppedRows = frames.droppedRows;
    for (; place.row < frames.length; place.row++) {
      const { row } = place;
      if (row % STEP_ROWS === STEP_ROWS - 1) yield;
      const late = lateFrameOf(frames, row, place.cameUs);
      this.#tally.add(frames, row, late);
      this.#sliceAt(float64At(frames.atUs, row))?.add(frames, row, late);
      if (late === undefined) continue;
      place.cameUs = late.atUs;
      if (!late.isFirst) this.#addLevel(droppedFrames(late));
    }
  }

  #addLevel(dropped: number): void {
    const level = this.#levels[frameLevelOf(dropped)];
    level.frames++;
    level.dropped += dropped;
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

/** Of a session that no longer grows, or at this moment. */
export function frameTotals(model: SessionModel): FrameTotals | undefined {
  return new FrameCounter(model).update().totals;
}
