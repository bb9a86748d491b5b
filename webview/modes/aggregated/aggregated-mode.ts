import { isInverted } from '../../state/view-state.ts';
import { ShownGraph } from '../mode/graph.ts';
import type { Mode } from '../mode/mode.ts';
import { invertedContent, treeContent } from './aggregated-content.ts';

/** Equal stacks merged, widest first. */
export const aggregatedMode: Mode = {
  id: 'aggregated',
  key: '2',
  label: 'aggregated',
  hint: 'aggregatedHint',
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
