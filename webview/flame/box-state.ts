import type { FrameCategory } from '../ui/theme.ts';

/** State of a box's own time off CPU, alike in graphs, tables and the timeline: a pattern, while the colour names the owner. */
export type BoxState = 'blocked' | 'garbage' | 'ready' | 'unknown' | 'idle';

/** The wait for the next message is faint, whoever's code it is in. */
export function categoryIn(state: BoxState | undefined, owner: FrameCategory): FrameCategory {
  return state === 'idle' ? 'idle' : owner;
}
