import type { GroupChange } from '../lags/groups/baseline-comparison.ts';
import { formatDuration } from '../report/format-duration.ts';
import type { DiffedGroup, SessionDiff, TimeChange } from './diff-sets.ts';

/** Changes in the order of the summary. */
const listed = ['new', 'worse', 'better', 'gone'] as const satisfies readonly GroupChange[];

/** `Time in lags went from 15.2 s to 20.1 s per minute (+4.90 s, 95 % interval +1.20 s to +8.30 s); groups: 1 new, 2 worse.` */
export function diffSentence({ total, groups }: SessionDiff): string {
  const counts = listed.map((change) => ({ change, count: groups.filter((group) => group.change === change).length }));
  const words = counts.filter(({ count }) => count > 0).map(({ change, count }) => `${count} ${change}`);
  const time = `Time in lags went from ${formatDuration(total.beforeUs)} to ${formatDuration(total.nowUs)} per minute`;
  return `${time} (${changeText(total, '95 % interval ')}); groups: ${words.join(', ') || 'no change'}.`;
}

/** `+4.90 s, +1.20 s to +8.30 s`, with `within noise` where chance explains it. */
export function changeText({ beforeUs, nowUs, interval, isNoise }: TimeChange, about = ''): string {
  const range = interval === undefined ? [] : [`${about}${signedDuration(interval.low)} to ${signedDuration(interval.high)}`];
  return [signedDuration(nowUs - beforeUs), ...range, ...(isNoise ? ['within noise'] : [])].join(', ');
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
