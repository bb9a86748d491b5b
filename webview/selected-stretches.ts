import type { Lag } from '../core/analysis/lag.ts';
import type { LagGroup } from '../core/analysis/lag-groups.ts';
import type { Stretch, ViewState } from './view-state.ts';

/** A stretch of one thread; times are session microseconds. */
export interface ThreadStretch extends Stretch {
  /** Row of `model.threads`. */
  readonly thread: number;
}

/**
 * What every summed view is about. A group of lags is all of them, each on its own thread, or on the thread that the reader chose;
 * everything else is one stretch of one thread. They neither overlap nor are empty, and stand in the order of time.
 * @param group the group with the key `state.group`, undefined when there is none
 * @param thread the thread that is shown, row of `model.threads`
 * @param stretch what is shown when no group is selected
 */
export function selectedStretches(
  state: Pick<ViewState, 'lag' | 'range' | 'thread'>,
  group: LagGroup | undefined,
  thread: number,
  stretch: Stretch,
): readonly ThreadStretch[] {
  const isGroup = group !== undefined && state.lag === undefined && state.range === undefined;
  if (!isGroup) return stretch.fromUs < stretch.toUs ? [{ thread, fromUs: stretch.fromUs, toUs: stretch.toUs }] : [];
  const found: ThreadStretch[] = [];
  for (const lag of group.lags) add(found, lag, state.thread ?? lag.thread);
  return found;
}

/** Lags of the whole app may overlap with those of main; no time counts twice. */
function add(found: ThreadStretch[], { beginUs, endUs }: Lag, thread: number): void {
  const before = found.findLast((other) => other.thread === thread);
  const fromUs = Math.max(beginUs, before?.toUs ?? 0);
  if (fromUs < endUs) found.push({ thread, fromUs, toUs: endUs });
}
