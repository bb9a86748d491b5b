import { float64At, uint32At } from '../../columns/at.ts';
import { atOnce } from '../../session/file/turns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
import { type FrameLevel, frameLevelOf } from './frame-levels.ts';
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
export interface FrameTotals {
  /** Shown, late ones too. */
  readonly frames: number;
  /** Shown late, windows' first frames left out. */
  readonly late: number;
  /** Never shown, as one before was late. */
  readonly dropped: number;
  /** Frames shown, and dropped behind them, by the level of what each dropped. */
  readonly levels: Readonly<Record<FrameLevel, { readonly frames: number; readonly dropped: number }>>;
  /** While frames were drawn: a still display lowers it not. Undefined if no period is known. */
  readonly fps: number | undefined;
  /** `late` per frame, 0 to 1. */
  readonly jankShare: number;
  /** By time. */
  readonly slices: readonly FrameSlice[];
}

class FrameSum {
  frames = 0;
  dropped = 0;
  /** Frames of known periods, and the time of those with the ones dropped. */
  #timed = 0;
  #timeUs = 0;

  add(frames: number, dropped: number, periodUs: number): void {
    this.frames += frames;
    this.dropped += dropped;
    if (periodUs <= 0) return;
    this.#timed += frames;
    this.#timeUs += (frames + dropped) * periodUs;
  }

  /** TraceCanary's: frames per time of frames shown and dropped. */
  get fps(): number | undefined {
    return this.#timeUs === 0 ? undefined : (1e6 * this.#timed) / this.#timeUs;
  }
}

/** Counts a growing session's frames; dropped rows stay counted. */
export class FrameCounter {
  readonly #model: SessionModel;
  readonly #sum = new FrameSum();
  readonly #levels: Readonly<Record<FrameLevel, { frames: number; dropped: number }>> = {
    best: { frames: 0, dropped: 0 },
    normal: { frames: 0, dropped: 0 },
    middle: { frames: 0, dropped: 0 },
    high: { frames: 0, dropped: 0 },
    frozen: { frames: 0, dropped: 0 },
  };
  readonly #slices: { readonly index: number; readonly sum: FrameSum }[] = [];
  /** By index of the run. */
  readonly #places = new Map<number, { row: number; droppedRows: number; cameUs: number }>();
  #late = 0;

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
    const { frames, dropped, fps } = this.#sum;
    if (frames === 0) return undefined;
    const { best, normal, middle, high, frozen } = this.#levels;
    const bad = normal.frames + middle.frames + high.frames + frozen.frames;
    const levels = {
      best: { ...best, frames: frames - bad },
      normal: { ...normal },
      middle: { ...middle },
      high: { ...high },
      frozen: { ...frozen },
    };
    return { frames, late: this.#late, dropped, levels, fps, jankShare: this.#late / frames, slices: this.#slicesWithFps() };
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
      const slice = this.#sliceAt(float64At(frames.atUs, row));
      this.#add(slice, uint32At(frames.inTime, row), 0, float64At(frames.periodUs, row));
      const late = lateFrameOf(frames, row, place.cameUs);
      if (late === undefined) continue;
      place.cameUs = late.atUs;
      const dropped = droppedFrames(late);
      this.#add(slice, 1, dropped, late.periodUs);
      if (late.isFirst) continue;
      this.#late++;
      const level = this.#levels[frameLevelOf(dropped)];
      level.frames++;
      level.dropped += dropped;
    }
  }

  #add(slice: FrameSum | undefined, frames: number, dropped: number, periodUs: number): void {
    this.#sum.add(frames, dropped, periodUs);
    slice?.add(frames, dropped, periodUs);
  }

  /** Counts of frames in time come once a second, so each falls into its slice, or begins the next. */
  #sliceAt(atUs: number): FrameSum | undefined {
    const index = Math.floor(atUs / SLICE_US);
    const last = this.#slices.at(-1);
    if (last !== undefined && last.index >= index) return last.sum;
    if (this.#slices.length >= MOST_SLICES) return undefined;
    const sum = new FrameSum();
    this.#slices.push({ index, sum });
    return sum;
  }

  #slicesWithFps(): readonly FrameSlice[] {
    return this.#slices.flatMap(({ index, sum }) => {
      const { frames, dropped, fps } = sum;
      return frames <= LEAST_SLICE_FRAMES || fps === undefined ? [] : [{ beginUs: index * SLICE_US, frames, dropped, fps }];
    });
  }
}

/** Of a session that no longer grows, or at this moment. */
export function frameTotals(model: SessionModel): FrameTotals | undefined {
  return new FrameCounter(model).update().totals;
}
