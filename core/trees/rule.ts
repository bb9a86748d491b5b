import type { StackTree } from '../analysis/calls/stack-map.ts';
import type { MethodFacts } from './method-facts.ts';
import type { StackTable } from './stack-table.ts';

export { DROPPED } from '../analysis/calls/stack-map.ts';

/** What a transform works upon. */
export interface RuleContext {
  /** The stacks that it is applied to; they grow. */
  readonly source: StackTree;
  /** The stacks that it makes. */
  readonly table: StackTable;
  readonly facts: MethodFacts;
}

/**
 * A transform, stack by stack: where a stack leads to, when it is known where its caller's led to. As it looks at callers only,
 * what was worked out stays when the source grows.
 */
export interface Rule {
  /** Where the empty stack leads to: 0, or `DROPPED`. */
  readonly root: number;
  /**
   * @param caller row of `table` that the caller led to, or `DROPPED`
   * @param method row of `model.methods` of the innermost frame
   * @param row of `source`
   * @returns row of `table`, or `DROPPED`
   */
  target(caller: number, method: number, row: number): number;
}
