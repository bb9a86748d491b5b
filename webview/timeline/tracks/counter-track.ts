import { numberAt } from '../../../core/columns/at.ts';
import { firstAfter } from '../../../core/columns/sorted.ts';
import { toPixel, type Viewport } from '../../ui/viewport.ts';
import type { TrackCounter } from './track-rows.ts';

/** Last value up to a time; undefined before the first. */
export function counterAt(parts: readonly TrackCounter[], timeUs: number): number | undefined {
  let value: number | undefined;
  for (const { atUs, value: values } of parts) {
    const row = firstAfter(atUs, timeUs, atUs.length) - 1;
    if (row >= 0) value = values[row];
  }
  return value;
}

/**
 * A counter as a step area with an edge. A column shows its highest value; the last value takes one column.
 * @param edge thickness as a share of the height
 */
export function counterColumns(
  { atUs, value }: TrackCounter,
  most: number,
  view: Viewport,
  columns: number,
  edge: number,
): { readonly area: Float32Array; readonly edge: Float32Array } {
  const length = atUs.length;
  const level = new Float32Array(columns).fill(-1);
  let row = Math.max(0, firstAfter(atUs, view.fromX, length) - 1);
  for (; row < length; row++) {
    const from = Math.max(0, Math.round(toPixel(view, columns, numberAt(atUs, row))));
    if (from >= columns) break;
    const next = row + 1 < length ? Math.round(toPixel(view, columns, numberAt(atUs, row + 1))) : from + 1;
    const share = Math.min(1, numberAt(value, row) / Math.max(most, 1e-9));
    for (let column = from; column < Math.min(columns, Math.max(next, from + 1)); column++)
      level[column] = Math.max(level[column] ?? -1, share);
  }
  return edged(level, edge);
}

/** The edge follows steps between columns. */
function edged(level: Float32Array, edge: number): { readonly area: Float32Array; readonly edge: Float32Array } {
  const area = new Float32Array(level.length);
  const top = new Float32Array(level.length);
  for (let column = 0; column < level.length; column++) {
    const here = level[column] ?? -1;
    if (here < 0) continue;
    const before = column > 0 && (level[column - 1] ?? -1) >= 0 ? (level[column - 1] ?? here) : here;
    top[column] = Math.max(edge, here, before);
    area[column] = Math.max(0, Math.min(here, before) - edge);
  }
  return { area, edge: top };
}
