import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
import { simpleName, sourceClass } from '../frames/class-names.ts';
import type { Lag } from './lag.ts';

type OnScreen = Pick<Lag, 'screen' | 'fragment'>;

/** At a time; of a message that opens another screen, that one. */
export function screenAt(model: SessionModel, run: Run | undefined, endUs: number): Pick<Lag, 'screen' | 'fragment'> {
  if (run === undefined) return {};
  const screen = sourceClass(model, run.index, run.screens.nameAt(endUs));
  if (screen === '') return {};
  const fragment = sourceClass(model, run.index, run.fragments.nameAt(endUs));
  return fragment === '' ? { screen } : { screen, fragment };
}

const INSIDE = ' › ';

/** Dotted classes of the screen and of the fragment in it; undefined if unknown. */
export function screenKey({ screen, fragment }: OnScreen): string | undefined {
  return screen === undefined || fragment === undefined ? screen : `${screen}${INSIDE}${fragment}`;
}

/** `CheckoutActivity › PaymentFragment` */
export function screenName(key: string): string {
  return key.split(INSIDE).map(simpleName).join(INSIDE);
}

/** A screen has the lags of its fragments, too. */
export function isOnScreen(lag: OnScreen, key: string): boolean {
  return lag.screen !== undefined && (lag.screen === key || screenKey(lag) === key);
}

/** True for a class of the screen or its fragment, with or without the package, or for both as in `screenName`. */
export function isOnScreenNamed(lag: OnScreen, name: string): boolean {
  const keys = [lag.screen, lag.fragment, screenKey(lag)].filter((key) => key !== undefined);
  return keys.some((key) => key === name || screenName(key) === name);
}

/** Keys of the lags' screens and of fragments in them, by name. */
export function screensOf(lags: readonly OnScreen[]): readonly string[] {
  const keys = new Set(lags.flatMap((lag) => [lag.screen, screenKey(lag)]).filter((key) => key !== undefined));
  return [...keys].sort((a, b) => compareScreens(a, b));
}

/** Orders by name; no screen is last. */
export function compareScreens(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const [one, other] = [screenName(a), screenName(b)];
  return one < other ? -1 : one > other ? 1 : a < b ? -1 : Number(a > b);
}
