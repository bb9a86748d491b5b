import type { TimeRange, TimeRanges } from '../../columns/time-range.ts';
import type { SessionModel } from '../../session/model/model.ts';
import { FrameCounter, type FrameTotals } from '../display-frames/frame-counter.ts';
import { type Stutter, stuttersInSteps } from '../display-frames/stutters.ts';
import type { AppMethods } from '../frames/app-methods.ts';
import type { FrameRef } from '../frames/frame.ts';
import { culpritOf } from './culprit.ts';
import type { Lag } from './lag.ts';
import { screenAt } from './screens.ts';

/** With the screen at its end. */
export type ScreenStutter = Stutter & Pick<Lag, 'screen' | 'fragment'>;

export interface SessionFrames {
  /** Undefined if the agent reported no frames. */
  readonly totals: FrameTotals | undefined;
  /** By time, outside lags. */
  readonly stutters: readonly ScreenStutter[];
}

/** Displayed frames of a session, in steps. @param lags by begin */
export function* sessionFrames(model: SessionModel, lags: readonly Lag[]): Generator<void, SessionFrames> {
  const counter = new FrameCounter(model);
  yield* counter.updateInSteps();
  return { totals: counter.totals, stutters: yield* sessionStutters(model, lags) };
}

/** Stutters of all runs, by time. @param lags by begin */
export function* sessionStutters(model: SessionModel, lags: readonly Lag[]): Generator<void, readonly ScreenStutter[]> {
  const explained = rangesOf(lags);
  const stutters: ScreenStutter[] = [];
  for (const run of model.runs) {
    if (run.frames.length === 0) continue;
    for (const stutter of yield* stuttersInSteps(run, explained)) {
      stutters.push({ ...stutter, ...screenAt(model, run, stutter.endUs) });
    }
    yield;
  }
  return stutters;
}

/** What main mostly did meanwhile. */
export function stutterCulprit(model: SessionModel, { run, beginUs, endUs }: Stutter, app: AppMethods): FrameRef | undefined {
  const main = model.runs[run]?.threads.find((thread) => thread.isMain);
  return main && culpritOf(model, main, beginUs, endUs, app);
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
