import { uint32At } from '../../../core/columns/at.ts';
import { invertedDifference, treeDifference } from '../../../core/trees/difference.ts';
import { type WeightName, weightColumn, weightOf } from '../../../core/trees/weights.ts';
import { differenceWidths, expandVisible, summedContent } from '../../content/sums/summed-content.ts';
import type { Summed } from '../../content/sums/summed-source.ts';
import type { ViewContext } from '../../content/view-context.ts';
import type { FlameContent } from '../../flame/content.ts';

/** Callees below their callers. */
export function treeContent({ tree, compared }: Summed, weight: WeightName, context: ViewContext): FlameContent {
  const layout = { weight, upwards: false, hasPaths: true, insideOut: false } as const;
  if (compared === undefined) return summedContent(tree, context, { ...layout, widths: weightColumn(tree.total, weight, tree.length) });
  const difference = treeDifference(tree, compared, weight);
  const node = tree.node.map((known, row) => (known === 0 ? uint32At(compared.node, row) : known));
  return summedContent({ ...tree, node }, context, { ...layout, widths: differenceWidths(difference, tree.length), difference });
}

/** Callers below their callees. */
export function invertedContent({ inverted, compared }: Summed, weight: WeightName, context: ViewContext): FlameContent {
  const layout = { weight, upwards: false, hasPaths: false, insideOut: true } as const;
  if (compared === undefined) {
    expandVisible(inverted, (row) => weightOf(inverted.self, weight, row));
    return summedContent(inverted, context, { ...layout, widths: weightColumn(inverted.self, weight, inverted.length) });
  }
  const difference = invertedDifference(inverted, weight, 'self');
  expandVisible(inverted, (row) => difference.here(row) + difference.there(row));
  return summedContent(inverted, context, { ...layout, widths: differenceWidths(difference, inverted.length), difference });
}
