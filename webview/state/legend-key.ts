/** Entries of the page's legend: owners of code, states of threads, uncertain names, steps of a comparison. */
export const legendKeys = [
  'app',
  'library',
  'native',
  'framework',
  'runtime',
  'nameless',
  'busy',
  'blocked',
  'ready',
  'waiting',
  'garbage',
  'idle',
  'unknown',
  'noData',
  'unsure',
  'less',
  'same',
  'more',
] as const;

export type LegendKey = (typeof legendKeys)[number];
