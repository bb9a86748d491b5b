import type { Lag } from '../../core/analysis/lags/lag.ts';
import type { FrameKey } from '../../core/trees/transform.ts';
import { spanOf, type Viewport } from '../ui/viewport.ts';
import type { ViewState } from './view-state.ts';

/** What a choice of the reader makes of the view. */
export type ViewChange = Partial<ViewState>;

/** Nothing is selected. */
export const WHOLE = { lag: undefined, group: undefined, range: undefined, view: undefined } as const satisfies ViewChange;

/** A lag is looked at on the thread that it is of. */
export function selectLag({ id, beginUs, endUs }: Lag): ViewChange {
  return { ...WHOLE, lag: id, range: { fromUs: beginUs, toUs: endUs }, thread: undefined };
}

export function selectGroup(group: string | undefined): ViewChange {
  return { ...WHOLE, group, thread: undefined };
}

/** A moment comes into the middle of as much as is shown now; undefined when all is shown. */
export function selectMoment(atUs: number, shown: Viewport, bounds: Viewport): ViewChange | undefined {
  const half = spanOf(shown) / 2;
  return half * 2 < spanOf(bounds) ? { ...WHOLE, view: { fromX: atUs - half, toX: atUs + half } } : undefined;
}

/** A function stands in the middle of the sandwich of all that was recorded, whatever transforms would make of it. */
export function selectFunction(focus: FrameKey, nowUs: number): ViewChange {
  return { ...WHOLE, range: { fromUs: 0, toUs: nowUs }, thread: undefined, transforms: [], mode: 'sandwich', focus };
}
