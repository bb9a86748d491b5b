import type { Lag } from '../../core/analysis/lags/lag.ts';

/** Lags of a paused view: those that began before the pause, with their full length. */
export function lagsUpTo(lags: readonly Lag[], pausedUs: number): readonly Lag[] {
  return lags.filter(({ beginUs }) => beginUs <= pausedUs);
}
