import { uint32At } from '../columns/at.ts';
import type { RuleContext } from './rule.ts';
import type { FrameKey } from './transform.ts';

/** Functions of a path that a stack consists of, 0 if it is no prefix. Called once per row of the source, in order. */
export function onPath({ source, facts }: RuleContext, path: readonly FrameKey[]): (row: number) => number {
  /** Rows that are a prefix of the path; several per depth where overloads share a key. */
  const beginnings = new Set<number>([0]);
  return (row) => {
    const depth = uint32At(source.depth, row);
    if (depth > path.length || !beginnings.has(uint32At(source.parent, row))) return 0;
    if (facts.key(uint32At(source.method, row)) !== path[depth - 1]) return 0;
    beginnings.add(row);
    return depth;
  };
}
