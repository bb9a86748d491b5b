import type { FrameSums } from '../../core/analysis/display-frames/frame-tally.ts';
import type { TimeRange } from '../../core/columns/time-range.ts';
import { formatCount, formatDuration, formatShare } from '../ui/format.ts';
import { t } from '../ui/translated.ts';

interface StoppedFacts {
  readonly lags: number;
  readonly worstUs: number;
  /** Undefined without any. */
  readonly frames: FrameSums | undefined;
}

/** `16 lags, worst 271 ms, 2.0 % of 942 frames late.` */
export function stopSentence({ lags, worstUs, frames }: StoppedFacts): string {
  const count = lags === 0 ? t('No lags') : lags === 1 ? t('1 lag') : t('{0} lags', lags);
  const worst = lags === 0 ? [] : [t('worst {0}', formatDuration(worstUs))];
  const late = frames === undefined ? [] : [t('{0} of {1} frames late', formatShare(frames.jankShare), formatCount(frames.frames))];
  return `${[count, ...worst, ...late].join(', ')}.`;
}

/** The result in the dragged range, if there is one: the list has only its lags. */
export function resultSentence(facts: StoppedFacts, inRange: readonly TimeRange[] | undefined): string {
  if (inRange === undefined) return stopSentence(facts);
  const worstUs = inRange.reduce((worst, { beginUs, endUs }) => Math.max(worst, endUs - beginUs), 0);
  return stopSentence({ ...facts, lags: inRange.length, worstUs, frames: undefined });
}

/** `Saved among the last 20 sessions.` Undefined: the session has no file. */
export function savedSentence({ keptSessions }: { readonly keptSessions: number | undefined }): string {
  return keptSessions === undefined ? t('Not saved.') : t('Saved among the last {0} sessions.', keptSessions);
}
