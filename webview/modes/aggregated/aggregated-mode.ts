import { isInverted } from '../../state/view-state.ts';
import { t } from '../../ui/translated.ts';
import { ShownGraph } from '../mode/graph.ts';
import type { Mode } from '../mode/mode.ts';
import { invertedContent, treeContent } from './aggregated-content.ts';

/** Equal stacks merged, widest first. */
export const aggregatedMode: Mode = {
  id: 'aggregated',
  key: '2',
  label: () => t('Aggregated'),
  hint: () => t('Merged stacks, widest first (2)'),
  isOverTime: false,
  inverts: 'stacks',
  colorsDifference: true,
  content(facts, sources) {
    const { state, context } = facts;
    const { weight } = state;
    const summed = sources.summed(facts);
    const inverted = isInverted(state);
    return sources.kept(['aggregated', summed, weight, inverted], () => {
      return new ShownGraph('aggregated', inverted ? invertedContent(summed, weight, context) : treeContent(summed, weight, context));
    });
  },
  view: ({ graph }) => graph,
};
