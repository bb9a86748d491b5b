import { barrierSentence, barrierTexts, syncBarriers } from '../../../core/analysis/report/sync-barriers.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { Warning } from '../../rendering/warning.ts';
import { formatDuration, formatMoment } from '../../ui/format.ts';
import { t } from '../../ui/translated.ts';

/** The newest, as an app may leave many. */
const MOST_SHOWN = 3;

/** Sync barriers that stayed in main's queue. */
export function barrierWarnings(model: SessionModel): readonly Warning[] {
  return syncBarriers(model)
    .slice(-MOST_SHOWN)
    .map((barrier) => ({
      code: 'syncBarrier',
      text: barrierSentence(
        barrier,
        (atUs) => formatMoment(atUs),
        formatDuration,
        (key) => t(barrierTexts[key]),
      ),
      serious: true,
      details: t(barrierTexts.barrierHint),
    }));
}
