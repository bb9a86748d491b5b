import { verdictOf } from '../chance/interval.ts';
import type { RateChange } from '../chance/rate-change.ts';
import { changedWords } from '../lags/groups/changed-words.ts';
import { formatDuration } from '../report/format-duration.ts';
import type { DiffedGroup, SessionDiff } from './diff-sets.ts';

/** `Time in lags went from 15.2 s to 20.1 s per minute (+4.90 s, 95 % interval +1.20 s to +8.30 s); groups: 1 new, 2 worse.` */
export function diffSentence({ total, groups }: SessionDiff): string {
  const time = `Time in lags went from ${formatDuration(total.beforeUs)} to ${formatDuration(total.nowUs)} per minute`;
  return `${time} (${changeText(total, '95 % interval ')}); groups: ${changedWords(groups, 'no change')}.`;
}

/** `+4.90 s, +1.20 s to +8.30 s`, with `within noise` where chance may explain it; `+1.20 s, too few lags`. */
export function changeText({ beforeUs, nowUs, interval }: RateChange, about = ''): string {
  const change = signedDuration(nowUs - beforeUs);
  if (interval === undefined) return `${change}, too few lags`;
  const range = `${about}${signedDuration(interval.low)} to ${signedDuration(interval.high)}`;
  return [change, range, ...(verdictOf(interval) === 'noise' ? ['within noise'] : [])].join(', ');
}

/** `1.20 s -> 2.00 s per minute (+800 ms)` */
export function timesText(beforeUs: number, nowUs: number): string {
  return `${formatDuration(beforeUs)} -> ${formatDuration(nowUs)} per minute (${signedDuration(nowUs - beforeUs)})`;
}

/** `3 -> 5` lags. */
export function countText({ before, now }: DiffedGroup): string {
  return `${before.count} -> ${now.count}`;
}

function signedDuration(us: number): string {
  if (us === 0) return '0';
  return `${us < 0 ? '−' : '+'}${formatDuration(Math.abs(us))}`;
}
