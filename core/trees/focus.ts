import { isFunction, remembered } from './method-facts.ts';
import { onPath } from './path.ts';
import { DROPPED, type Rule, type RuleContext } from './rule.ts';
import type { FrameKey } from './transform.ts';

/** Stacks with the function, from its outermost call on. */
export function focusFunction({ table, facts }: RuleContext, key: FrameKey): Rule {
  const isIt = isFunction(facts, key);
  return {
    root: DROPPED,
    target: (caller, method) => (caller !== DROPPED ? table.row(caller, method) : isIt(method) ? table.row(0, method) : DROPPED),
  };
}

/** Stacks that begin with these functions, from the last of them on. */
export function focusSubtree(context: RuleContext, path: readonly FrameKey[]): Rule {
  const { table } = context;
  const isOnPath = onPath(context, path);
  return {
    root: DROPPED,
    target(caller, method, row) {
      const isEnd = isOnPath(row) === path.length;
      if (caller !== DROPPED) return table.row(caller, method);
      return isEnd ? table.row(0, method) : DROPPED;
    },
  };
}

/** Frames of the category only. */
export function focusCategory({ table, facts }: RuleContext, category: string): Rule {
  const isOf = remembered((method) => facts.category(method) === category);
  return {
    root: DROPPED,
    target: (caller, method) => (isOf(method) ? table.row(caller === DROPPED ? 0 : caller, method) : caller),
  };
}
