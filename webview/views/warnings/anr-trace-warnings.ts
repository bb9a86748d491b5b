import { anrTraceLine, anrTraceLines, anrTraceTexts } from '../../../core/analysis/exit-traces/anr-trace-text.ts';
import { anrTraces } from '../../../core/analysis/exit-traces/anr-traces.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { Warning } from '../../rendering/warning.ts';
import { formatDuration, formatMoment } from '../../ui/format.ts';
import { t } from '../../ui/translated.ts';

/** Agents send as many of one process. */
const MOST_SHOWN = 3;

/** Android’s traces of ANRs that ended processes. The details have the stacks, to be selected and copied. */
export function anrTraceWarnings(model: SessionModel): readonly Warning[] {
  return anrTraces(model)
    .slice(-MOST_SHOWN)
    .map((anr) => ({
      code: 'anrTrace',
      text: anrTraceLine(
        anr,
        (atUs) => formatMoment(atUs),
        formatDuration,
        (key) => t(anrTraceTexts[key]),
      ),
      serious: true,
      details: anrTraceLines(anr).join('\n'),
    }));
}
