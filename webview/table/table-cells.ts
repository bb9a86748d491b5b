import type { WeightName } from '../../core/views/weights.ts';
import type { PageStringKey } from '../../extension/page-protocol.ts';
import { formatCount, formatShare } from '../format.ts';
import { text } from '../text.ts';
import type { NumberColumn } from './table-tree.ts';

/** The columns of numbers, in their order; the weight that the reader chose is told by total and self already. */
export function columnsFor(weight: WeightName, isCompared: boolean): readonly NumberColumn[] {
  if (isCompared) return ['total', 'self', 'here', 'there', 'delta'];
  const others = (['wall', 'cpu', 'blocked', 'samples'] as const).filter((name) => name !== weight);
  return ['total', 'share', 'self', ...others];
}

const names = {
  name: ['columnFunction', undefined],
  total: ['columnTotal', 'columnTotalHint'],
  self: ['columnSelf', 'columnSelfHint'],
  share: ['columnShare', 'columnShareHint'],
  here: ['columnHere', 'columnHereHint'],
  there: ['columnThere', 'columnThereHint'],
  wall: ['columnWall', 'columnWallHint'],
  cpu: ['columnCpu', 'columnCpuHint'],
  blocked: ['columnBlocked', 'columnBlockedHint'],
  samples: ['columnSamples', 'columnSamplesHint'],
  delta: ['columnDelta', 'columnDeltaHint'],
} as const satisfies Record<NumberColumn | 'name', readonly [PageStringKey, PageStringKey | undefined]>;

/** What stands at the head of a column, and what explains it. */
export function columnTitle(column: NumberColumn | 'name', weight: WeightName): { readonly label: string; readonly hint: string } {
  const [key, hint] = names[column];
  const label = text(key);
  return { label: isTime(column, weight) ? text('columnMs', label) : label, hint: hint === undefined ? '' : text(hint) };
}

/** A number of a column: milliseconds, a count, a share. Nothing is no more than a dot, so that what is something can be seen. */
export function cellText(value: number, column: NumberColumn, weight: WeightName): string {
  if (column === 'share' || column === 'here' || column === 'there') return formatShare(value);
  if (column === 'delta') return deltaText(value);
  if (value === 0) return '·';
  return isTime(column, weight)
    ? (value / 1000).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    : formatCount(value);
}

/** A difference of shares: `+12 %`, `−0.4 %`; nothing is a dot. */
function deltaText(delta: number): string {
  if (Math.abs(delta) < 0.0005) return '·';
  return `${delta < 0 ? '−' : '+'}${formatShare(Math.abs(delta))}`;
}

function isTime(column: NumberColumn | 'name', weight: WeightName): boolean {
  if (column === 'total' || column === 'self') return weight !== 'samples';
  return column === 'wall' || column === 'cpu' || column === 'blocked';
}
