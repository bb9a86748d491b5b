import { type AppLimits, isLimitName, type LimitName, limitsOf, limitUnits } from '../core/analysis/lags/app-limits.ts';
import { wrongArguments } from './usage.ts';

/** `memoryMB=800` and the like, named as the settings. @throws LaglensError `usage` */
export function limitArguments(texts: readonly string[]): AppLimits {
  const written: Partial<Record<LimitName, number>> = {};
  for (const text of texts) {
    const [, name = '', number = ''] = /^(\w+)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
    if (!isLimitName(name)) {
      const names = Object.keys(limitUnits).join(', ');
      throw wrongArguments('report', `--limit is one of ${names} with its number, such as memoryMB=800, not “${text}”.`);
    }
    written[name] = Number(number);
  }
  return limitsOf(written);
}
