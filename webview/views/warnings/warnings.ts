import { endOf, processEndSentence, processEndTexts } from '../../../core/analysis/processes/process-end.ts';
import { type DataQualityIssue, dataQualityIssues, dataQualityTexts } from '../../../core/analysis/report/data-quality.ts';
import { limitTexts, sessionLimits } from '../../../core/analysis/report/session-limits.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { Run } from '../../../core/session/model/run.ts';
import type { Warning } from '../../rendering/warning.ts';
import { formatDuration, formatMoment, formatShare } from '../../ui/format.ts';
import { t } from '../../ui/translated.ts';

/** Own cost above this share of a core is serious. */
const OVERHEAD_SERIOUS = 0.02;
/** Silence worth a warning; ticks come at least every 250 ms. */
const SILENCE_US = 1_500_000;

/** Warnings on the latest run. `silentUs`: silence of a running capture. */
export function warningsOf(run: Run | undefined, silentUs: number): readonly Warning[] {
  if (run === undefined) return [];
  const warnings: Warning[] = [];
  if (silentUs > SILENCE_US)
    warnings.push({ code: 'noData', text: t('No data from the app for {0}.', formatDuration(silentUs)), serious: true });
  warnings.push(...dataQualityIssues(run).map(warningOf));
  const watchedUs = run.overhead.lastUs - run.beginUs;
  if (run.overhead.reports > 0 && watchedUs > 0) {
    const share = run.overheadUs / watchedUs;
    const serious = share > OVERHEAD_SERIOUS;
    warnings.push({
      code: 'overhead',
      text: serious
        ? t('Laglens overhead: {0} CPU. Raise laglens.interval to lower it.', formatShare(share))
        : t('Laglens overhead: {0} CPU.', formatShare(share)),
      serious,
    });
  }
  return warnings;
}

/** The recorded end of the latest process. */
export function endWarnings(run: Run | undefined): readonly Warning[] {
  const end = run === undefined ? undefined : endOf(run);
  return end === undefined ? [] : [{ code: 'processEnd', text: processEndSentence(end, (key) => t(processEndTexts[key])), serious: false }];
}

/** Losses by the session's limits. */
export function limitWarnings(model: SessionModel, lagsLeftOut: number): readonly Warning[] {
  const limits = sessionLimits(model, { lags: lagsLeftOut }, (atUs) => formatMoment(atUs));
  return limits.map(({ text: key, values }) => ({ code: key, text: t(limitTexts[key], ...values), serious: key !== 'limitIgnored' }));
}

/** The report of a session made of another tool's profile (the note `import`). */
export function importWarnings(model: SessionModel): readonly Warning[] {
  const [first, ...lines] = model.notes.get('import')?.split('\n') ?? [];
  // Whoever reads the lags must know what was assumed.
  return first === undefined ? [] : [{ code: 'import', text: first, serious: true, details: lines.join('\n') }];
}

function warningOf({ code, text: key, values, causes }: DataQualityIssue): Warning {
  const sentence = {
    code,
    text: t(dataQualityTexts[key], ...values),
    serious: code === 'dropped' || code === 'full' || code === 'foreign',
  };
  return causes.length === 0 ? sentence : { ...sentence, details: causes.map(({ name, why }) => `${name}: ${why}`).join('\n') };
}
