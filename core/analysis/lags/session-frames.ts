import type { TimeRange, TimeRanges } from '../../columns/time-range.ts';
import { Memo } from '../../memo.ts';
import type { SessionModel } from '../../session/model/model.ts';
import { FrameCounter, type FrameTotals } from '../display-frames/frame-counter.ts';
import { RunStutters, type Stutter } from '../display-frames/stutters.ts';
import type { Lag } from './lag.ts';
import { screenAt } from './screens.ts';

/** With the screen at its end. */
export type ScreenStutter = Stutter & Pick<Lag, 'screen' | 'fragment'>;

export interface SessionFrames {
  /** Undefined if the agent reported no frames. */
  readonly totals: FrameTotals | undefined;
  /** In order of time, outside lags. */
  readonly stutters: readonly ScreenStutter[];
}

/** Displayed frames of a session, in steps. @param lags by begin @param times of the frames in the totals; all without it */
export function* sessionFrames(model: SessionModel, lags: readonly Lag[], times?: TimeRanges): Generator<void, SessionFrames> {
  const counter = new FrameCounter(model, times);
  yield* counter.updateInSteps();
  return { totals: counter.totals, stutters: yield* new SessionStutters(model).find(lags) };
}

/** Stutters of a growing session. */
export class SessionStutters {
  readonly #model: SessionModel;
  /** Keyed by index of the run. */
  readonly #runs = new Map<number, RunStutters>();
  readonly #onScreens = new Memo<WeakMap<Stutter, ScreenStutter>>();

  constructor(model: SessionModel) {
    this.#model = model;
  }

  /** Those of all runs, by time; known ones stay the same objects while names do. @param lags by begin */
  *find(lags: readonly Lag[]): Generator<void, readonly ScreenStutter[]> {
    const model = this.#model;
    const explained = rangesOf(lags);
    const onScreens = this.#onScreens.get([model.namesVersion], () => new WeakMap());
    const all: ScreenStutter[] = [];
    for (const run of model.runs) {
      if (run.frames.length === 0) continue;
      for (const stutter of yield* this.#stuttersOf(run.index).find(run, explained)) {
        const shown = onScreens.get(stutter) ?? { ...stutter, ...screenAt(model, run, stutter.endUs) };
        onScreens.set(stutter, shown);
        all.push(shown);
      }
      yield;
    }
    return all;
  }

  #stuttersOf(run: number): RunStutters {
    const stutters = this.#runs.get(run) ?? new RunStutters();
    this.#runs.set(run, stutters);
    return stutters;
  }
}

/** Times of lags, merged; loads keep nobody from drawing. */
function rangesOf(lags: readonly Lag[]): TimeRanges {
  const ranges: TimeRange[] = [];
  for (const { beginUs, endUs, band } of lags) {
    if (band === 'load') continue;
    const last = ranges.at(-1);
    if (last === undefined || beginUs > last.endUs) ranges.push({ beginUs, endUs });
    else if (endUs > last.endUs) ranges[ranges.length - 1] = { ...last, endUs };
  }
  return ranges;
}
