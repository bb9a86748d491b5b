import { collapseDirectRecursion, collapseFunction, collapseLibrary, collapseRecursion } from './collapse.ts';
import { focusCategory, focusFunction, focusSubtree } from './focus.ts';
import { dropFunction, flattenToApp, hideSystem, mergeFunction, mergeNode } from './merge.ts';
import type { Rule, RuleContext } from './rule.ts';
import type { Transform } from './transform.ts';

/** Undefined for inversion, which changes trees instead of stacks. */
export function ruleOf(transform: Transform, context: RuleContext): Rule | undefined {
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
    case 'hideSystem':
      return hideSystem(context);
    case 'flattenToApp':
      return flattenToApp(context);
    case 'invert':
      return undefined;
  }
}
