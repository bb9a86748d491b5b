import type { GroupChange } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import type { WaitsOn } from '../../../core/analysis/lags/lag.ts';
import type { PageStringKey } from '../../../protocol/page-protocol.ts';
import type { Frequency } from '../../content/list-items.ts';
import { simpleName } from '../../ui/format.ts';
import { type Term, waitObject } from './phone-terms.ts';

/** Time of a lag or group by use. */
export interface SpentTime {
  readonly busyUs: number;
  readonly blockedUs: number;
  readonly unknownUs: number;
  readonly gcUs: number;
}

/** Below this share we say "mostly". */
const NEARLY_ALL = 0.8;

/**
 * Why it lagged: the largest use of time; for a wait its object and owner.
 * @param owner name of the owning thread, '' if unknown
 */
export function whyTerm({ busyUs, blockedUs, unknownUs, gcUs }: SpentTime, waitsOn: WaitsOn | undefined, owner: string): Term {
  const allUs = busyUs + blockedUs + unknownUs + gcUs;
  const mostUs = Math.max(busyUs, blockedUs, gcUs, unknownUs);
  const isNearlyAll = mostUs >= NEARLY_ALL * allUs;
  if (allUs <= 0 || mostUs === unknownUs) return ['whyUnknown'];
  if (mostUs === gcUs) return [isNearlyAll ? 'garbage' : 'mostlyGarbage'];
  if (mostUs === busyUs) return [isNearlyAll ? 'busy' : 'mostlyBusy'];
  if (waitsOn === undefined) return [isNearlyAll ? 'blocked' : 'mostlyBlocked'];
  const object = waitObject(waitsOn, simpleName);
  if (waitsOn.isLock === true) return owner === '' ? ['whyLock', object] : ['whyLockHeld', object, owner];
  return owner === '' ? ['whyWaits', object] : ['whyWaitsHeld', object, owner];
}

/** Undefined for a single lag without a rate. */
export function frequencyTerm({ count, perMinute }: Frequency): Term | undefined {
  if (perMinute === undefined) return count > 1 ? ['times', count] : undefined;
  return count > 1 ? ['timesPerMinute', count, rateText(perMinute)] : undefined;
}

/** `0.4`, `3.2`, `12`. */
export function rateText(perMinute: number): string {
  return perMinute < 9.95 ? perMinute.toFixed(1) : String(Math.round(perMinute));
}

/** Undefined when unchanged since the baseline. */
export function changeKey(change: GroupChange | undefined): PageStringKey | undefined {
  switch (change) {
    case 'new':
      return 'changeNew';
    case 'worse':
      return 'changeWorse';
    case 'better':
      return 'changeBetter';
    case 'gone':
      return 'changeGone';
    default:
      return undefined;
  }
}
