import { numberAt, uint32At } from '../columns/at.ts';
import { isFunction, remembered } from './method-facts.ts';
import type { Rule, RuleContext } from './rule.ts';
import type { FrameKey } from './transform.ts';

/** All callees become the function's self time. */
export function collapseFunction({ table, facts }: RuleContext, key: FrameKey): Rule {
  const isIt = isFunction(facts, key);
  const isInside = (caller: number): boolean => caller !== 0 && isIt(uint32At(table.method, caller));
  return { root: 0, target: (caller, method) => (isInside(caller) ? caller : table.row(caller, method)) };
}

export function collapseDirectRecursion({ table, facts }: RuleContext, key: FrameKey): Rule {
  const isIt = isFunction(facts, key);
  return {
    root: 0,
    target(caller, method) {
      const isAgain = caller !== 0 && isIt(method) && isIt(uint32At(table.method, caller));
      return isAgain ? caller : table.row(caller, method);
    },
  };
}

/** From the outermost call of the function to the innermost one is a single call. */
export function collapseRecursion({ table, facts }: RuleContext, key: FrameKey): Rule {
  const isIt = isFunction(facts, key);
  /** By row of the table: row of the enclosing function, 0 if none. */
  const within: number[] = [0];
  return {
    root: 0,
    target(caller, method) {
      const outer = numberAt(within, caller);
      if (outer !== 0 && isIt(method)) return outer;
      const row = table.row(caller, method);
      within[row] = isIt(method) ? row : outer;
      return row;
    },
  };
}

/** Calls within the library become self time of its entry function. */
export function collapseLibrary({ table, facts }: RuleContext, library: string): Rule {
  const isOf = remembered((method) => facts.library(method) === library);
  return {
    root: 0,
    target(caller, method) {
      const isInside = caller !== 0 && isOf(method) && isOf(uint32At(table.method, caller));
      return isInside ? caller : table.row(caller, method);
    },
  };
}

/** Consecutive system frames without names become the outermost of them, as they tell nothing. */
export function collapseUnnamed({ table, facts }: RuleContext): Rule {
  const isUnnamed = remembered((method) => facts.isUnnamed(method));
  return {
    root: 0,
    target(caller, method) {
      const isInside = caller !== 0 && isUnnamed(method) && isUnnamed(uint32At(table.method, caller));
      return isInside ? caller : table.row(caller, method);
    },
  };
}
