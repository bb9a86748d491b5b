import type { StackTree } from '../analysis/calls/stack-map.ts';
import type { MethodFacts } from './method-facts.ts';
import type { StackTable } from './stack-table.ts';

export { DROPPED } from '../analysis/calls/stack-map.ts';

export interface RuleContext {
  readonly source: StackTree;
  readonly table: StackTable;
  readonly facts: MethodFacts;
}

/** A transform of one stack, given its caller's result. It depends on callers only, so results stay valid while the source grows. */
export interface Rule {
  /** Result of the empty stack: 0, or `DROPPED`. */
  readonly root: number;
  /**
   * @param caller row of `table` of the caller's result, or `DROPPED`
   * @param method row of `model.methods` of the innermost frame
   * @param row of `source`
   * @returns row of `table`, or `DROPPED`
   */
  target(caller: number, method: number, row: number): number;
}
