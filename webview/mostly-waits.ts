import type { ViewTree } from '../core/views/view-tree.ts';

/** True for a row in which a thread mostly waits by itself: it has the colour of what is blocked, in graphs and tables alike. */
export function mostlyWaits({ self, total }: Pick<ViewTree, 'self' | 'total'>, row: number): boolean {
  const wallUs = total.wall[row] ?? 0;
  return (self.wall[row] ?? 0) * 2 > wallUs && (total.blocked[row] ?? 0) * 2 > wallUs;
}
