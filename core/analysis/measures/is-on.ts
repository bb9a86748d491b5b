import { isOnScreenNamed } from '../lags/screens.ts';
import type { OnScreen } from './measured-session.ts';

/** True for all places without a screen. @param screen as in `isOnScreenNamed` */
export function isOn(screen: string | undefined, place: OnScreen): boolean {
  return screen === undefined || isOnScreenNamed(place, screen);
}
