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
  const wallUs = total.wall[row] ?? 0;
  if (insideOut && parent[row] !== 0) return false;
  return (self.wall[row] ?? 0) * 2 > wallUs && (total.blocked[row] ?? 0) * 2 > wallUs;
}
