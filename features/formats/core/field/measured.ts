import { type LoneSign, peopleNumber, plainDigits } from './people-number.ts';
import { type TimeUnit, timeUnit } from './unit-words.ts';

/** Longer texts are no durations. */
const MOST_LETTERS = 80;
/** Units below a second are written without fractions. */
const LEAST_FRACTION_US = 1_000_000;

/**
 * “20 sec”, “1,234 ms”, “3,5 сек.”, “ms 1’234”: a duration as the formatters of Apple's and other systems write it, in the user's
 * language. Undefined for others, and for 0.
 * @param region as `DE`, of the formatter: decides whether “1,234 s” has a fraction; unknown ones write as they do most often
 */
export function measuredUs(text: string, region = ''): number | undefined {
  if (text.length > MOST_LETTERS) return undefined;
  const plain = plainDigits(text.trim());
  const first = plain.search(/\d/);
  if (first < 0) return undefined;
  let last = plain.length - 1;
  while (!/\d/.test(plain.charAt(last))) last--;
  const before = plain.slice(0, first);
  const after = plain.slice(last + 1);
  if (/[-−+(]/.test(before + after)) return undefined;
  const unit = timeUnit(before + after, region);
  if (unit === undefined) return undefined;
  const us = (peopleNumber(plain.slice(first, last + 1), loneSign(plain, unit)) ?? Number.NaN) * unit.us;
  return Number.isFinite(us) && us > 0 ? us : undefined;
}

/** No formatter writes thousandths of a millisecond, so three digits behind a sign are a group. */
function loneSign(text: string, { us, decimal }: TimeUnit): LoneSign {
  if (us < LEAST_FRACTION_US) return 'groups';
  return decimal ?? (text.includes(',') ? ',' : '.');
}
