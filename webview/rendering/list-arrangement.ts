import type { Frame } from './render-frame.ts';

/** Order and filter of the list: another arrangement releases held rows. */
export function listArrangement({ state, session }: Pick<Frame, 'state' | 'session'>): string {
  return [
    state.order,
    state.grouped,
    state.change,
    state.screen,
    state.ran,
    state.within?.fromUs,
    state.within?.toUs,
    state.hidesLackedCore,
    session.thresholdUs,
    ...state.hiddenGroups,
  ].join();
}
