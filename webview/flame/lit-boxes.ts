import type { LegendKey } from '../state/legend-key.ts';
import type { FrameCategory } from '../ui/theme.ts';
import type { BoxState } from './box-state.ts';
import type { Certainty } from './items.ts';

/** Facts of a box or a row that entries of the legend mean. */
interface Meaning {
  readonly category: FrameCategory;
  readonly state: BoxState | undefined;
  readonly certainty: Certainty;
}

/** True if an entry of the legend means a box. A state is that of a box's own time: its callers have none. */
export function isLit(key: LegendKey, { category, state, certainty }: Meaning): boolean {
  switch (key) {
    case 'nameless':
      return category === 'unknown';
    case 'busy':
      return state === undefined && category !== 'idle';
    case 'blocked':
    case 'ready':
    case 'garbage':
    case 'unknown':
      return state === key;
    // Boxes do not tell them apart.
    case 'waiting':
      return state === 'blocked';
    case 'noData':
      return false;
    case 'unsure':
      return certainty !== 'certain';
    // Lags of a severity are shown by list and timeline.
    case 'hitch':
    case 'hang':
    case 'longHang':
    case 'anr':
    case 'severeHang':
      return true;
    case 'more':
    case 'less':
      return category.startsWith(key);
    default:
      return category === key;
  }
}
