import { threadStates } from '../../../core/analysis/threads/thread-tracks.ts';
import { float64At } from '../../../core/columns/at.ts';
import type { TimeRange } from '../../../core/columns/time-range.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import { formatDuration, formatMoment } from '../../ui/format.ts';
import { t } from '../../ui/translated.ts';

/** When nothing arrived: broken links, and the time between one process of the app and the next. */
export function gapsOf(model: SessionModel, nowUs: number): readonly TimeRange[] {
  return model.runs.flatMap((run, index) => {
    const nextUs = model.runs[index + 1]?.beginUs;
    const gaps = run.gaps.map((gap) => ({ beginUs: gap.beginUs, endUs: gap.endUs < 0 ? nowUs : gap.endUs }));
    return nextUs !== undefined && run.endUs >= 0 && nextUs > run.endUs ? [...gaps, { beginUs: run.endUs, endUs: nextUs }] : gaps;
  });
}

/** Times of stopped processes. */
export function stopsOf(model: SessionModel): readonly TimeRange[] {
  return model.runs.flatMap(({ stops }) =>
    Array.from({ length: stops.length }, (_, row) => ({ beginUs: float64At(stops.beginUs, row), endUs: float64At(stops.endUs, row) })),
  );
}

/** Why the timeline is hatched at a moment, and for how long; '' where it is not. */
export function missingDataText(model: SessionModel, nowUs: number, atUs: number): string {
  const isThere = ({ beginUs, endUs }: TimeRange): boolean => beginUs <= atUs && atUs <= endUs;
  const stop = stopsOf(model).find(isThere);
  if (stop !== undefined) return t('Process stopped {0} – {1} ({2}): no thread ran.', ...rangeTexts(stop));
  const gap = gapsOf(model, nowUs).find(isThere);
  if (gap !== undefined) return t('No data {0} – {1} ({2}): nothing arrived from the app.', ...rangeTexts(gap));
  for (const thread of model.threads) {
    const unseen = thread.isMain ? threadStates(model, thread).unseenAt(atUs) : undefined;
    if (unseen !== undefined) return t('No samples {0} – {1} ({2}): perhaps no core was free for the agent.', ...rangeTexts(unseen));
  }
  return '';
}

/** Begin, end and length. */
function rangeTexts({ beginUs, endUs }: TimeRange): readonly string[] {
  return [formatMoment(beginUs, 0), formatMoment(endUs, 0), formatDuration(endUs - beginUs)];
}
