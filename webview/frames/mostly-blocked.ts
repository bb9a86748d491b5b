import { float64At } from '../../core/columns/at.ts';
import type { ViewTree } from '../../core/trees/view-tree.ts';

/**
 * True for a row in which a thread mostly waits by itself: it has the colour of what is blocked, in graphs and tables alike.
 * @param insideOut rows lead from the innermost function to those who called it, which wait for nothing themselves
 */
export function isMostlyBlocked(
  { self, total, parent }: Pick<ViewTree, 'self' | 'total' | 'parent'>,
  row: number,
  insideOut: boolean,
): boolean {
  const wallUs = float64At(total.wall, row);
  if (insideOut && parent[row] !== 0) return false;
  return float64At(self.wall, row) * 2 > wallUs && float64At(total.blocked, row) * 2 > wallUs;
}
