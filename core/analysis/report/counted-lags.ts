import { phrase } from '../../text/phrase.ts';

/** `1 lag`, `12 lags` */
export function countedLags(count: number): string {
  return count === 1 ? phrase`1 lag` : phrase`${count} lags`;
}
