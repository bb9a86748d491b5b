import { float64At } from '../../columns/at.ts';
import { overlapsAny, type TimeRanges } from '../../columns/time-range.ts';
import { atOnce } from '../../session/file/turns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
import { sourceClass } from '../frames/class-names.ts';
import { type CountedFrames, FrameLedger } from './frame-ledger.ts';
import { lateFrameOf } from './missed-frames.ts';

/** Rows per step, some milliseconds. */
const STEP_ROWS = 32_768;
/** Only hostile sessions have more. */
const MOST_SCREENS = 500;

/** Frames while a screen was in front. */
export interface ScreenFrames extends CountedFrames {
  /** Dotted class. */
  readonly screen: string;
}

/** Frames of a whole session, or of some times. */
export interface FrameTotals extends CountedFrames {
  /** Most dropped frames first; none where the agent reports no screens. */
  readonly screens: readonly ScreenFrames[];
}

/** Counts a growing session's frames; dropped rows stay counted. */
export class FrameCounter {
  readonly #model: SessionModel;
  readonly #times: TimeRanges | undefined;
  readonly #all = new FrameLedger();
  /** By class as the agent reported it, with a run and a row of `model.strings` that have it. */
  readonly #screens = new Map<string, { readonly run: number; readonly name: number; readonly ledger: FrameLedger }>();
  /** Keyed by index of the run. */
  readonly #places = new Map<number, { row: number; droppedRows: number; cameUs: number }>();

  /** @param times of the only counted frames; all without it */
  constructor(model: SessionModel, times?: TimeRanges) {
    this.#model = model;
    this.#times = times;
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
    const { counted } = this.#all;
    return counted.frames === 0 ? undefined : { ...counted, screens: this.#screenTotals() };
  }

  #screenTotals(): readonly ScreenFrames[] {
    const totals = [...this.#screens.values()].map(({ run, name, ledger }) => {
      return { screen: sourceClass(this.#model, run, name), ...ledger.counted };
    });
    return totals.filter(({ frames }) => frames > 0).sort((a, b) => b.dropped - a.dropped || b.frames - a.frames);
  }

  *#takeRun(run: Run): Generator<void, void> {
    const { index, frames } = run;
    if (frames.length + frames.droppedRows === 0) return;
    const place = this.#places.get(index) ?? { row: 0, droppedRows: 0, cameUs: 0 };
    this.#places.set(index, place);
    place.row = Math.max(0, place.row - (frames.droppedRows - place.droppedRows));
    place.droppedRows = frames.droppedRows;
    for (; place.row < frames.length; place.row++) {
      const { row } = place;
      if (row % STEP_ROWS === STEP_ROWS - 1) yield;
      const late = lateFrameOf(frames, row, place.cameUs);
      place.cameUs = late?.atUs ?? place.cameUs;
      const atUs = float64At(frames.atUs, row);
      // A time's end belongs to the next one.
      if (this.#times !== undefined && !overlapsAny(this.#times, atUs, atUs + 1)) continue;
      this.#all.add(frames, row, late);
      this.#screenAt(run, atUs)?.add(frames, row, late);
    }
  }

  #screenAt({ index, screens }: Run, atUs: number): FrameLedger | undefined {
    const name = screens.nameAt(atUs);
    if (name === 0) return undefined;
    const key = this.#model.strings[name] ?? '';
    const known = this.#screens.get(key);
    if (known !== undefined || this.#screens.size >= MOST_SCREENS) return known?.ledger;
    const ledger = new FrameLedger();
    this.#screens.set(key, { run: index, name, ledger });
    return ledger;
  }
}

/** Of a session that no longer grows, or at this moment. */
export function frameTotals(model: SessionModel): FrameTotals | undefined {
  return new FrameCounter(model).update().totals;
}
