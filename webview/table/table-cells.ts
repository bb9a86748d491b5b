import type { WeightName } from '../../core/trees/weights.ts';
import { formatBytes, formatCount, formatShare } from '../ui/format.ts';
import { t } from '../ui/translated.ts';
import type { NumberColumn } from './table-tree.ts';

/**
 * Number columns in order. Total and self already show the chosen weight; weights without data are left out.
 * @param hasUnknown some of the time was off CPU without a known reason
 */
export function columnsFor(
  weight: WeightName,
  isCompared: boolean,
  known: readonly WeightName[],
  hasUnknown: boolean,
): readonly NumberColumn[] {
  if (isCompared) return ['total', 'self', 'here', 'there', 'delta'];
  const before = known.includes('ready') ? 'ready' : 'blocked';
  const columns = known.flatMap((name) => (name === before && hasUnknown ? ([name, 'unknown'] as const) : [name]));
  return ['total', 'share', 'self', ...columns.filter((name) => name !== weight)];
}

const names = {
  name: [() => t('Function'), () => ''],
  total: [() => t('Total'), () => t('Time in the function and everything it called')],
  self: [() => t('Self'), () => t('Time in the function itself')],
  share: [() => t('Share %'), () => t('Total as a share of the selection')],
  here: [() => t('A'), () => t('Share in A')],
  there: [() => t('B'), () => t('Share in B')],
  wall: [() => t('Wall'), () => t('Elapsed time')],
  cpu: [() => t('CPU'), () => t('Busy: time on a core')],
  blocked: [() => t('Blocked'), () => t('Time of known waits: locks, blocking calls, sleep')],
  ready: [() => t('No core'), () => t('Time ready to run, while no core was free')],
  unknown: [() => t('Unknown'), () => t('Time off CPU without a known reason, including garbage collections')],
  samples: [() => t('Samples'), () => t('Samples with the function; identical ones in a row count once')],
  allocated: [() => t('Allocated'), () => t('Bytes allocated in the function and everything it called, freed or not')],
  delta: [() => t('Change'), () => t('Difference of the shares: above zero means more in A')],
} as const satisfies Record<NumberColumn | 'name', readonly [label: () => string, hint: () => string]>;

export function columnTitle(column: NumberColumn | 'name', weight: WeightName): { readonly label: string; readonly hint: string } {
  const [name, hint] = names[column];
  const label = name();
  return { label: isTime(column, weight) ? t('{0} (ms)', label) : label, hint: hint() };
}

/** A dash instead of zero lets the other numbers stand out. */
const ZERO = '–';

/** Times in milliseconds, sizes and shares with their units. */

export function cellText(value: number, column: NumberColumn, weight: WeightName): string {
  if (column === 'share' || column === 'here' || column === 'there') return formatShare(value);
  if (column === 'delta') return deltaText(value);
  if (value === 0) return ZERO;
  if (isSize(column, weight)) return formatBytes(value);
  return isTime(column, weight)
    ? (value / 1000).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    : formatCount(value);
}

/** A difference of shares: `+12 %`, `−0.4 %`, or a dash. */
function deltaText(delta: number): string {
  if (Math.abs(delta) < 0.0005) return ZERO;
  return `${delta < 0 ? '−' : '+'}${formatShare(Math.abs(delta))}`;
}

function isSize(column: NumberColumn, weight: WeightName): boolean {
  return column === 'allocated' || ((column === 'total' || column === 'self') && weight === 'allocated');
}

function isTime(column: NumberColumn | 'name', weight: WeightName): boolean {
  if (column === 'total' || column === 'self') return weight !== 'samples' && weight !== 'allocated';
  return column === 'wall' || column === 'cpu' || column === 'blocked' || column === 'ready' || column === 'unknown';
}
