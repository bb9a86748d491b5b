import type { LagBand } from '../../core/analysis/lags/lag.ts';

/** Entries of the page's legend: owners of code, severities of lags, states of threads, uncertain names, steps of a comparison. */
export const legendKeys = [
  'app',
  'library',
  'native',
  'framework',
  'runtime',
  'nameless',
  'hitch',
  'hang',
  'longHang',
  'anr',
  'severeHang',
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

/** Severity of lags that an entry means; undefined for other entries. ANR is Android's term. */
export function bandOfKey(key: LegendKey | undefined): LagBand | undefined {
  switch (key) {
    case 'hitch':
    case 'hang':
    case 'longHang':
    case 'anr':
      return key;
    case 'severeHang':
      return 'anr';
    default:
      return undefined;
  }
}
