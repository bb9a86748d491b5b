import { numberAt } from '../../core/columns/at.ts';
import type { ViewContext } from './view-context.ts';

/** Rows of a tree of calls: row 0 is all of it, each other one has its caller's row and its method. */
export interface CallRows {
  readonly parent: ArrayLike<number>;
  readonly method: ArrayLike<number>;
}

/** Keys of the functions that lead to a row, the outermost first. */
export function keyPath({ parent, method }: CallRows, context: ViewContext, row: number): readonly string[] {
  const path: string[] = [];
  for (let at = row; at !== 0; at = numberAt(parent, at)) path.push(context.facts.key(numberAt(method, at)));
  return path.reverse();
}
