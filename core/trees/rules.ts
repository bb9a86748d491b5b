import { uint32At } from '../columns/at.ts';
import { collapseDirectRecursion, collapseFunction, collapseLibrary, collapseRecursion, collapseUnnamed } from './collapse.ts';
import { isFunction, remembered } from './method-facts.ts';
import { DROPPED, type Rule, type RuleContext } from './rule.ts';
import type { FrameKey, StackChange } from './transform.ts';

/** Undefined for inversion, which changes trees instead of stacks. */
export function ruleOf(transform: StackChange, context: RuleContext): Rule | undefined {
  switch (transform.type) {
    case 'focusFunction':
      return focusFunction(context, transform.function);
    case 'focusSubtree':
      return focusSubtree(context, transform.path);
    case 'focusCategory':
      return focusCategory(context, transform.category);
    case 'mergeFunction':
      return mergeFunction(context, transform.function);
    case 'mergeNode':
      return mergeNode(context, transform.path);
    case 'dropFunction':
      return dropFunction(context, transform.function);
    case 'collapseFunction':
      return collapseFunction(context, transform.function);
    case 'collapseDirectRecursion':
      return collapseDirectRecursion(context, transform.function);
    case 'collapseRecursion':
      return collapseRecursion(context, transform.function);
    case 'collapseLibrary':
      return collapseLibrary(context, transform.library);
    case 'collapseUnnamed':
      return collapseUnnamed(context);
    case 'hideSystem':
      return hideSystem(context);
    case 'flattenToApp':
      return flattenToApp(context);
    case 'invert':
      return undefined;
  }
}

/** From the function's outermost call on. */
function focusFunction({ table, facts }: RuleContext, key: FrameKey): Rule {
  const isIt = isFunction(facts, key);
  return {
    root: DROPPED,
    target: (caller, method) => (caller !== DROPPED ? table.row(caller, method) : isIt(method) ? table.row(0, method) : DROPPED),
  };
}

/** From the last of these functions on. */
function focusSubtree(context: RuleContext, path: readonly FrameKey[]): Rule {
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

function focusCategory({ table, facts }: RuleContext, category: string): Rule {
  const isOf = remembered((method) => facts.category(method) === category);
  return {
    root: DROPPED,
    target: (caller, method) => (isOf(method) ? table.row(caller === DROPPED ? 0 : caller, method) : caller),
  };
}

const system = new Set(['framework', 'runtime']);

/** Its time goes to callers, its callees become theirs. */
function mergeFunction({ table, facts }: RuleContext, key: FrameKey): Rule {
  const isIt = isFunction(facts, key);
  return { root: 0, target: (caller, method) => (isIt(method) ? caller : table.row(caller, method)) };
}

/** Like `mergeFunction`, at one place only. */
function mergeNode(context: RuleContext, path: readonly FrameKey[]): Rule {
  const isOnPath = onPath(context, path);
  return {
    root: 0,
    target: (caller, method, row) => (isOnPath(row) === path.length ? caller : context.table.row(caller, method)),
  };
}

function hideSystem({ table, facts }: RuleContext): Rule {
  const isSystem = remembered((method) => system.has(facts.category(method)));
  return { root: 0, target: (caller, method) => (isSystem(method) ? caller : table.row(caller, method)) };
}

/** Time outside the app's frames is dropped. */
function flattenToApp({ table, facts }: RuleContext): Rule {
  const isApp = remembered((method) => facts.category(method) === 'app');
  return { root: 0, target: (caller, method) => (isApp(method) ? table.row(caller, method) : caller) };
}

function dropFunction({ table, facts }: RuleContext, key: FrameKey): Rule {
  const isIt = isFunction(facts, key);
  return { root: 0, target: (caller, method) => (caller === DROPPED || isIt(method) ? DROPPED : table.row(caller, method)) };
}

/** Functions of a path that a stack consists of, 0 if it is no prefix. Called once per row of the source, in order. */
function onPath({ source, facts }: RuleContext, path: readonly FrameKey[]): (row: number) => number {
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
