import { calleeTree } from '../../../core/trees/callee-tree.ts';
import { invertedDifference } from '../../../core/trees/difference.ts';
import { InvertedTree, outermost } from '../../../core/trees/inverted-tree.ts';
import { isFunction } from '../../../core/trees/method-facts.ts';
import { weightColumn, weightOf } from '../../../core/trees/weights.ts';
import { expandVisible, summedContent } from '../../content/sums/summed-content.ts';
import type { Summed } from '../../content/sums/summed-source.ts';
import type { ViewContext } from '../../content/view-context.ts';
import type { FlameContent } from '../../flame/content.ts';
import type { ViewState } from '../../state/view-state.ts';
import { BottomUpTable, FunctionTable } from '../../table/table-tree.ts';
import type { TableContent } from '../../table/table-view.ts';
import type { ShownView } from '../mode/view-content.ts';

/** A function with its callers and callees. */
export interface SandwichContent {
  readonly functions: TableContent;
  /** Undefined without a function, or when it is not in the selection. */
  readonly middle: { readonly method: number; readonly callers: FlameContent; readonly callees: FlameContent } | undefined;
}

/** A sandwich as the content of a mode. It shows no arrivals. */
export class ShownSandwich implements ShownView {
  readonly mode = 'sandwich';
  readonly sandwich: SandwichContent;

  constructor(sandwich: SandwichContent) {
    this.sandwich = sandwich;
  }
}

export function lacksFunction(view: ShownView): boolean {
  return view instanceof ShownSandwich && view.sandwich.middle === undefined;
}

export function sandwichContent(
  { tree, inverted, compared }: Summed,
  { weight, focus }: Pick<ViewState, 'weight' | 'focus'>,
  matches: ((method: number) => boolean) | undefined,
  context: ViewContext,
): SandwichContent {
  const difference = compared && invertedDifference(inverted, weight, 'total');
  const functions: TableContent = {
    tree: new FunctionTable(new BottomUpTable(inverted, weight, difference), matches),
    weight,
    columns: compared === undefined ? ['total', 'share', 'self'] : ['total', 'self', 'delta'],
    styleOf: (node) => context.frames.of(node),
  };
  if (focus === undefined) return { functions, middle: undefined };
  const isIt = isFunction(context.facts, focus);
  const callees = calleeTree(tree, isIt);
  const method = callees.length > 1 ? callees.method[1] : undefined;
  if (method === undefined) return { functions, middle: undefined };
  const callers = new InvertedTree(tree, outermost(tree, isIt));
  expandVisible(callers, (row) => weightOf(callers.total, weight, row));
  const whole = weightOf(tree.total, weight, 0);
  const layout = { weight, hasPaths: false, sum: weightOf(callees.total, weight, 0), whole } as const;
  return {
    functions,
    middle: {
      method,
      callers: summedContent(callers, context, {
        ...layout,
        widths: weightColumn(callers.total, weight, callers.length),
        upwards: true,
        insideOut: true,
      }),
      callees: summedContent(callees, context, {
        ...layout,
        widths: weightColumn(callees.total, weight, callees.length),
        upwards: false,
        insideOut: false,
      }),
    },
  };
}
