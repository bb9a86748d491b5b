import type { Lag } from '../lags/lag.ts';
import type { Cause, CauseValue } from './facts/cause.ts';

/** Newer lags tell enough, and each has to be judged. */
export const MOST_JUDGED = 20;

/** A cause and the number of lags with it. */
export interface CountedCause {
  /** As the lag of middle length with it has it. */
  readonly cause: Cause;
  readonly lag: Lag;
  readonly lags: number;
}

/** The most common cause among lags. */
export interface GroupCause extends CountedCause {
  /** The newest lags and the longest. */
  readonly judged: number;
  /** Other causes, the most common first. */
  readonly others: readonly CountedCause[];
}

/** Of equally common causes that of the longest lag. @param lags of a group, by begin; at least one */
export function groupCause(lags: readonly Lag[], worst: Lag, causeOf: (lag: Lag) => Cause): GroupCause | undefined {
  const newest = lags.slice(-MOST_JUDGED);
  const judged = newest.includes(worst) ? newest : [worst, ...newest.slice(1)];
  const kinds = new Map<string, { readonly cause: Cause; readonly lag: Lag; readonly us: number }[]>();
  for (const lag of judged) {
    const cause = causeOf(lag);
    const kind = kindOf(cause);
    const alike = kinds.get(kind) ?? [];
    kinds.set(kind, alike);
    alike.push({ cause, lag, us: lag.endUs - lag.beginUs });
  }
  const counted = [...kinds.values()].flatMap((alike) => {
    const byLength = alike.sort((a, b) => a.us - b.us);
    const [middle, longest] = [byLength[byLength.length >> 1], byLength.at(-1)];
    return middle && longest ? [{ cause: middle.cause, lag: middle.lag, lags: alike.length, longestUs: longest.us }] : [];
  });
  const [most, ...others] = counted.sort((a, b) => b.lags - a.lags || b.longestUs - a.longestUs);
  return most && { cause: most.cause, lag: most.lag, lags: most.lags, judged: judged.length, others };
}

/** Equal for causes whose short form differs in numbers only, or says "mostly". */
function kindOf({ rule, short: [key, ...values] }: Cause): string {
  return [rule, key.replace('Mostly', ''), ...values.map(nameOf)].join('\n');
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
