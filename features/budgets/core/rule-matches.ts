import { isOn } from '../../../core/analysis/measures/is-on.ts';
import type { MeasuredLag, MeasuredSession } from '../../../core/analysis/measures/measured-session.ts';
import type { BudgetRule } from './budget.ts';

export function countsLag({ overUs, group, screen }: BudgetRule, lag: MeasuredLag): boolean {
  return lag.us >= overUs && (group === undefined || isGroupNamed(lag.key, group)) && isOn(screen, lag);
}

/** True for a key, or for its function with or without packages and outer classes: `Cart.total`. */
export function isGroupNamed(key: string, name: string): boolean {
  const blamed = key.split('|')[1] ?? '';
  return key === name || blamed === name || blamed.endsWith(`.${name}`);
}

/** Time that a rule's rates refer to. */
export function ruleTimeUs({ screen }: BudgetRule, { observedUs, screens }: MeasuredSession): number {
  if (screen === undefined) return observedUs;
  return screens.filter((each) => isOn(screen, each)).reduce((sum, { us }) => sum + us, 0);
}
