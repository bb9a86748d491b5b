import type { FrameCategory } from '../ui/theme.ts';

/** State of a box's own time off CPU, alike in graphs, tables and the timeline. */
export type BoxState = 'blocked' | 'garbage' | 'ready' | 'unknown' | 'idle';

/** The colour of a state. Time without a core, or unknown, keeps the colour of its code. */
export function stateCategory(state: BoxState | undefined): FrameCategory | undefined {
  switch (state) {
    case 'blocked':
      return 'waiting';
    case 'garbage':
    case 'idle':
      return state;
    default:
      return undefined;
  }
}
