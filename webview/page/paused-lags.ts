import type { Lag } from '../../core/analysis/lags/lag.ts';

/** The lags that a picture which was paused at a session time shows: what began later is news, however long it lasts. */
export function lagsUpTo(lags: readonly Lag[], pausedUs: number): readonly Lag[] {
  return lags.filter(({ beginUs }) => beginUs <= pausedUs);
}
