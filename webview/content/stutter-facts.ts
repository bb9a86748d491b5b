import { type StutterWork, stutterWork } from '../../core/analysis/causes/stutter-work.ts';
import { type FrameSums, framesOfStutter } from '../../core/analysis/display-frames/frame-tally.ts';
import type { Stutter } from '../../core/analysis/display-frames/stutters.ts';
import type { AppMethods } from '../../core/analysis/frames/app-methods.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { ViewRange } from '../state/view-state.ts';

/** More would need a table, which the views below have. */
const MOST_METHODS = 3;

/** The facts of a stutter's summary. */
export interface StutterFacts {
  readonly frames: FrameSums;
  /** Undefined without a main thread. */
  readonly work: StutterWork | undefined;
}

export function stutterFacts(model: SessionModel, stutter: Stutter, app: AppMethods): StutterFacts | undefined {
  const run = model.runs[stutter.run];
  if (run === undefined) return undefined;
  const work = stutterWork(model, stutter, app);
  return { frames: framesOfStutter(run.frames, stutter), work: work && { ...work, ran: work.ran.slice(0, MOST_METHODS) } };
}

/** Selected by its range; the end of the newest one may still move. */
export function isSelectedStutter({ beginUs, endUs }: Stutter, range: ViewRange | undefined): boolean {
  return range !== undefined && beginUs === range.fromUs && range.toUs <= endUs;
}
