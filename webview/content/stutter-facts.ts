import type { CauseFrame } from '../../core/analysis/causes/facts/cause.ts';
import { stackTimesByState, timeByMethod } from '../../core/analysis/causes/facts/time-use.ts';
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
  /** Methods that main ran in, most CPU time first. */
  readonly ran: readonly { readonly frame: CauseFrame; readonly us: number }[];
}

export function stutterFacts(model: SessionModel, stutter: Stutter, app: AppMethods): StutterFacts | undefined {
  const run = model.runs[stutter.run];
  if (run === undefined) return undefined;
  const main = run.threads.find((thread) => thread.isMain);
  const ran = main === undefined ? [] : timeByMethod(model, stackTimesByState(model, main, stutter), app, ({ busyUs }) => busyUs);
  return { frames: framesOfStutter(run.frames, stutter), ran: ran.slice(0, MOST_METHODS) };
}

/** Selected by its range; the end of the newest one may still move. */
export function isSelectedStutter({ beginUs, endUs }: Stutter, range: ViewRange | undefined): boolean {
  return range !== undefined && beginUs === range.fromUs && range.toUs <= endUs;
}
