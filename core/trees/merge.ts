import { isFunction, remembered } from './method-facts.ts';
import { onPath } from './path.ts';
import { DROPPED, type Rule, type RuleContext } from './rule.ts';
import type { FrameKey } from './transform.ts';

/** Categories outside the app. */
const system = new Set(['framework', 'runtime']);

/** Removes the function: its time goes to callers, its callees become theirs. */
export function mergeFunction({ table, facts }: RuleContext, key: FrameKey): Rule {
  const isIt = isFunction(facts, key);
  return { root: 0, target: (caller, method) => (isIt(method) ? caller : table.row(caller, method)) };
}

/** The same at one place only. */
export function mergeNode(context: RuleContext, path: readonly FrameKey[]): Rule {
  const isOnPath = onPath(context, path);
  return {
    root: 0,
    target: (caller, method, row) => (isOnPath(row) === path.length ? caller : context.table.row(caller, method)),
  };
}

/** Removes frames of the system. */
export function hideSystem({ table, facts }: RuleContext): Rule {
  const isSystem = remembered((method) => system.has(facts.category(method)));
  return { root: 0, target: (caller, method) => (isSystem(method) ? caller : table.row(caller, method)) };
}

/** Keeps the app's frames; time outside them is dropped. */
export function flattenToApp({ table, facts }: RuleContext): Rule {
  const isApp = remembered((method) => facts.category(method) === 'app');
  return { root: 0, target: (caller, method) => (isApp(method) ? table.row(caller, method) : caller) };
}

/** Removes all stacks with the function. */
export function dropFunction({ table, facts }: RuleContext, key: FrameKey): Rule {
  const isIt = isFunction(facts, key);
  return { root: 0, target: (caller, method) => (caller === DROPPED || isIt(method) ? DROPPED : table.row(caller, method)) };
}
