import { t } from '../../ui/translated.ts';
import { ShownGraph } from '../mode/graph.ts';
import type { Mode } from '../mode/mode.ts';

/** Calls at their times. */
export const timeMode: Mode = {
  id: 'time',
  key: '1',
  label: () => t('Over time'),
  hint: () => t('Calls in time order (1)'),
  isOverTime: true,
  inverts: 'nothing',
  colorsDifference: false,
  ofLag: { label: () => t('Zoom to this lag over time'), among: 'moments', change: { mode: 'time' } },
  content: (facts, sources) => new ShownGraph('time', sources.calls(facts)),
  view: ({ graph }) => graph,
};
