import { phrase } from '../../text/phrase.ts';
import { type Interval, verdictOf } from './interval.ts';

export const chanceTexts = { few: phrase`too few lags`, noise: phrase`within noise` } as const;

/** `+1.20 s to +8.30 s`. @param format with a sign */
export function rangeText({ low, high }: Interval, format: (value: number) => string): string {
  const [from, to] = [format(low), format(high)];
  return phrase`${from} to ${to}`;
}

/** `within noise` where chance may explain the change, else nothing. */
export function noiseTexts(interval: Interval): readonly string[] {
  return verdictOf(interval) === 'noise' ? [chanceTexts.noise] : [];
}
