import type { FrameCategory } from '../ui/theme.ts';
import type { BoxState } from './box-state.ts';

/** Names of `nearest` and `unknown` are slanted. */
export type Certainty = 'certain' | 'nearest' | 'unknown';

export interface FlameItems {
  label(item: number): string;
  category(item: number): FrameCategory;
  /** 0 to 3 per class. */
  shade(item: number): number;
  certainty(item: number): Certainty;
  /** State of an innermost box that is mostly off CPU. */
  state(item: number): BoxState | undefined;
  /** False fades the box during a search, or while an entry of the legend is chosen. */
  matches(item: number): boolean;
}
