import { ShownGraph } from '../mode/graph.ts';
import type { Mode } from '../mode/mode.ts';

/** Calls at their times. */
export const timeMode: Mode = {
  id: 'time',
  key: '1',
  label: 'overTime',
  hint: 'overTimeHint',
  isOverTime: true,
  inverts: 'nothing',
  colorsDifference: false,
  ofLag: { label: 'menuZoom', among: 'moments', change: { mode: 'time' } },
  content: (facts, sources) => new ShownGraph('time', sources.calls(facts)),
  view: ({ graph }) => graph,
};
