import type { LagGroup } from '../../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import type { TimeRange } from '../../../core/columns/time-range.ts';
import type { ViewRange, ViewState } from '../../state/view-state.ts';

/** A time range of one thread, session microseconds. */
interface SelectedRange extends TimeRange {
  /** Row of `model.threads`. */
  readonly thread: number;
}

/**
 * Ranges of every aggregated view. A lag group is all its lags, each on its own thread, or on the user's chosen thread; everything else is
 * one time range of one thread. Ordered, non-empty, without overlaps.
 * @param group the group with the key `state.group`, if any
 * @param thread the shown thread, row of `model.threads`
 * @param range shown without a selected group
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
