import { uint32At } from '../columns/at.ts';
import type { RuleContext } from './rule.ts';
import type { FrameKey } from './transform.ts';

/**
 * Tells how many functions of a path a stack consists of: its length while the stack is the path's beginning, 0 otherwise. To be
 * asked once for each row of the source, in their order.
 */
export function onPath({ source, facts }: RuleContext, path: readonly FrameKey[]): (row: number) => number {
  /** Rows of the source that are a beginning of the path; several by depth where overloads have one key. */
  const beginnings = new Set<number>([0]);
  return (row) => {
    const depth = uint32At(source.depth, row);
    if (depth > path.length || !beginnings.has(uint32At(source.parent, row))) return 0;
    if (facts.key(uint32At(source.method, row)) !== path[depth - 1]) return 0;
    beginnings.add(row);
    return depth;
  };
}
