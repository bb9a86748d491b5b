import { chanceTexts, noiseTexts, rangeText } from '../../../core/analysis/chance/chance-texts.ts';
import type { Interval } from '../../../core/analysis/chance/interval.ts';
import type { RateChange } from '../../../core/analysis/chance/rate-change.ts';
import { changeCounts } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import { changedWords, countedChanges } from '../../../core/analysis/lags/groups/change-texts.ts';
import { formatDuration } from '../../../core/analysis/report/format-duration.ts';
import { signedDuration } from '../../../core/analysis/report/format-signed.ts';
import { joinedPhrase, phrase } from '../../../core/text/phrase.ts';
import type { DiffedGroup, SessionDiff } from './diff-sets.ts';

/** In one sentence: `Time in lags went from 15.2 s to 20.1 s per minute (+4.90 s, 95 % interval +1.20 s to +8.30 s); groups: 1 new, 2 worse.` */
export function diffSentence({ total, groups }: SessionDiff): string {
  return `${timeSentence(total).slice(0, -'.'.length)}; groups: ${changedWords(groups, 'no change')}.`;
}

/** The same in several. */
export function diffSentences({ total, groups }: SessionDiff): readonly string[] {
  const changed = countedChanges(groups);
  const { few } = changeCounts(groups);
  return [
    timeSentence(total),
    changed === '' ? phrase`No group changed.` : phrase`Groups: ${changed}.`,
    ...(few === 0 ? [] : [phrase`Too few lags to judge: ${few}.`]),
  ];
}

function timeSentence(total: RateChange): string {
  const [before, now] = [formatDuration(total.beforeUs), formatDuration(total.nowUs)];
  const change = joinedPhrase(changeParts(total, namedRange), ', ');
  return phrase`Time in lags went from ${before} to ${now} per minute (${change}).`;
}

/** `+4.90 s, +1.20 s to +8.30 s`, with `within noise` where chance may explain it; `+1.20 s, too few lags`. */
export function changeText(change: RateChange): string {
  return changeParts(change, (interval) => rangeText(interval, signedDuration)).join(', ');
}

function changeParts({ beforeUs, nowUs, interval }: RateChange, textOf: (interval: Interval) => string): readonly string[] {
  const change = signedDuration(nowUs - beforeUs);
  return interval === undefined ? [change, chanceTexts.few] : [change, textOf(interval), ...noiseTexts(interval)];
}

function namedRange({ low, high }: Interval): string {
  const [from, to] = [signedDuration(low), signedDuration(high)];
  return phrase`95 % interval ${from} to ${to}`;
}

/** `1.20 s -> 2.00 s per minute (+800 ms)` */
export function timesText(beforeUs: number, nowUs: number): string {
  return `${formatDuration(beforeUs)} -> ${formatDuration(nowUs)} per minute (${signedDuration(nowUs - beforeUs)})`;
}

/** `3 -> 5` lags. */
export function countText({ before, now }: DiffedGroup): string {
  return `${before.count} -> ${now.count}`;
}
