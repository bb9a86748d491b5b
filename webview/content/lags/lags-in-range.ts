import { observedUs, observedUsInRange } from '../../../core/analysis/threads/observed-time.ts';
import type { TimeRange } from '../../../core/columns/time-range.ts';
import { Memo } from '../../../core/memo.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import { isWithin } from '../../state/view-changes.ts';
import type { ViewRange } from '../../state/view-state.ts';

/** Lags or stutters of the dragged range, also those that are only partly in it; the same object until they change. */
export class InRange<Time extends TimeRange> {
  readonly #inRange = new Memo<readonly Time[]>();

  /** @param within undefined keeps all */
  of(all: readonly Time[], within: ViewRange | undefined): readonly Time[] {
    if (within === undefined) return all;
    return this.#inRange.get([all, within.fromUs, within.toUs], () => all.filter((each) => isWithin(each, within)));
  }
}

/** Time in which the list's lags could be seen, from `fromUs` on. */
export function observedWithinUs(model: SessionModel, within: ViewRange | undefined, fromUs = 0): number {
  if (within === undefined) return observedUs(model, fromUs);
  return observedUsInRange(model, { beginUs: Math.max(within.fromUs, fromUs), endUs: within.toUs });
}
