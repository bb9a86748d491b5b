import type { LagGroup } from '../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import type { TimeRange } from '../../core/columns/time-range.ts';
import type { ViewRange, ViewState } from '../state/view-state.ts';

/** A time range of one thread, session microseconds. */
interface SelectedRange extends TimeRange {
  /** Row of `model.threads`. */
  readonly thread: number;
}

/**
 * What every summed view is about. A group of lags is all of them, each on its own thread, or on the thread that the reader chose;
 * everything else is one stretch of one thread. They neither overlap nor are empty, and stand in the order of time.
 * @param group the group with the key `state.group`, undefined when there is none
 * @param thread the thread that is shown, row of `model.threads`
 * @param range what is shown when no group is selected
 */
export function selectedRanges(
  state: Pick<ViewState, 'lag' | 'range' | 'thread'>,
  group: LagGroup | undefined,
  thread: number,
  range: ViewRange,
): readonly SelectedRange[] {
  const isGroup = group !== undefined && state.lag === undefined && state.range === undefined;
  if (!isGroup) return range.fromUs < range.toUs ? [{ thread, beginUs: range.fromUs, endUs: range.toUs }] : [];
  const found: SelectedRange[] = [];
  for (const lag of group.lags) add(found, lag, state.thread ?? lag.thread);
  return found;
}

/** Lags of the whole app may overlap with those of main; no time counts twice. */
function add(found: SelectedRange[], { beginUs, endUs }: Lag, thread: number): void {
  const before = found.findLast((other) => other.thread === thread);
  const clippedBeginUs = Math.max(beginUs, before?.endUs ?? 0);
  if (clippedBeginUs < endUs) found.push({ thread, beginUs: clippedBeginUs, endUs });
}
