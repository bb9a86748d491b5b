import type { Lag } from '../lags/lag.ts';
import type { Cause, CauseValue } from './facts/cause.ts';

/** Newer lags tell enough, and each has to be judged. */
export const MOST_JUDGED = 20;

/** The most common cause among lags. */
export interface GroupCause {
  /** Of the longest lag with it. */
  readonly cause: Cause;
  /** Lags with it, of those judged: the newest and the longest. */
  readonly lags: number;
  readonly judged: number;
}

/** Of equally common causes that of the longest lag. @param lags of a group, by begin; at least one */
export function groupCause(lags: readonly Lag[], worst: Lag, causeOf: (lag: Lag) => Cause): GroupCause | undefined {
  const newest = lags.slice(-MOST_JUDGED);
  const judged = newest.includes(worst) ? newest : [worst, ...newest.slice(1)];
  const kinds = new Map<string, { cause: Cause; longestUs: number; lags: number }>();
  for (const lag of judged) {
    const cause = causeOf(lag);
    const us = lag.endUs - lag.beginUs;
    const known = kinds.get(kindOf(cause));
    if (known === undefined) kinds.set(kindOf(cause), { cause, longestUs: us, lags: 1 });
    else {
      known.lags++;
      if (us > known.longestUs) Object.assign(known, { cause, longestUs: us });
    }
  }
  const [most] = [...kinds.values()].sort((a, b) => b.lags - a.lags || b.longestUs - a.longestUs);
  return most && { cause: most.cause, lags: most.lags, judged: judged.length };
}

/** Equal for causes whose short form differs in numbers only. */
function kindOf({ rule, short: [key, ...values] }: Cause): string {
  return [rule, key, ...values.map(nameOf)].join('\n');
}

function nameOf(value: CauseValue): string {
  switch (value.kind) {
    case 'duration':
    case 'share':
    case 'count':
    case 'bytes':
      return '';
    case 'frame':
      return value.label;
    case 'class':
      return value.class;
    case 'words':
      return value.key;
    case 'thread':
    case 'name':
    case 'setting':
      return value.name;
  }
}
