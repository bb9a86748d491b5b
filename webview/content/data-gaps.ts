import type { TimeRange } from '../../core/columns/time-range.ts';
import type { SessionModel } from '../../core/session/model/model.ts';

/** When nothing arrived: broken links, and the time between one process of the app and the next. */
export function gapsOf(model: SessionModel, nowUs: number): readonly TimeRange[] {
  return model.runs.flatMap((run, index) => {
    const nextUs = model.runs[index + 1]?.beginUs;
    const gaps = run.gaps.map((gap) => ({ beginUs: gap.beginUs, endUs: gap.endUs < 0 ? nowUs : gap.endUs }));
    return nextUs !== undefined && run.endUs >= 0 && nextUs > run.endUs ? [...gaps, { beginUs: run.endUs, endUs: nextUs }] : gaps;
  });
}

/** When the agent said that it had to drop something. */
export function dropsOf(model: SessionModel): readonly { readonly atUs: number }[] {
  return model.runs.flatMap((run) => run.dropped);
}
