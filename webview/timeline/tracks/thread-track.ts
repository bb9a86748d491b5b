import { ACTIVITIES, threadActivity } from '../../../core/analysis/threads/thread-states.ts';
import { float32At } from '../../../core/columns/at.ts';
import type { Viewport } from '../../ui/viewport.ts';
import type { ActivityShares } from '../activity.ts';
import { type ColumnLayer, columnsOf, fillColumns, type PixelContext, type Place, paintPixels } from '../columns.ts';
import type { StateName, TrackFills } from '../track-fills.ts';

/** From the bottom up. Idle states are low, so that work and waits stand out. */
const layers = [
  ['running', 1],
  ['pause', 1],
  ['blocked', 1],
  ['ready', 1],
  ['unknown', 0.6],
  ['waiting', 0.3],
  ['unseen', 1],
] as const satisfies readonly (readonly [name: StateName, height: number])[];

/** Sums consecutive threads. */
export function summedShares(parts: readonly ActivityShares[], beginUs: number, endUs: number, columns: number): Float32Array {
  const [first, ...others] = parts;
  const sum = first?.shares(beginUs, endUs, columns) ?? new Float32Array(columns * ACTIVITIES);
  for (const other of others) {
    const shares = other.shares(beginUs, endUs, columns);
    for (let at = 0; at < sum.length; at++) sum[at] = Math.min(1, float32At(sum, at) + float32At(shares, at));
  }
  return sum;
}

/**
 * The same in the terms of lags: every wait of main but for its next message is blocked. Other threads are blocked by locks and
 * disks only.
 */
export function stateShares(
  parts: readonly ActivityShares[],
  isMain: boolean,
  beginUs: number,
  endUs: number,
  columns: number,
): Float32Array {
  const shares = summedShares(parts, beginUs, endUs, columns);
  if (!isMain) return shares;
  for (let at = 0; at < shares.length; at += ACTIVITIES) {
    const waiting = float32At(shares, at + threadActivity.waiting);
    shares[at + threadActivity.blocked] = Math.min(1, float32At(shares, at + threadActivity.blocked) + waiting);
    shares[at + threadActivity.waiting] = 0;
  }
  return shares;
}

/** Stacked columns of states, each the time of one pixel. */
export function threadLayers(shares: Float32Array, fills: Pick<TrackFills, StateName>): readonly ColumnLayer[] {
  const columns = shares.length / ACTIVITIES;
  const found: ColumnLayer[] = [];
  let below: Float32Array | undefined;
  for (const [name, height] of layers) {
    const activity = threadActivity[name];
    let top: Float32Array | undefined;
    for (let column = 0, at: number = activity; column < columns; column++, at += ACTIVITIES) {
      const share = float32At(shares, at);
      if (share === 0) continue;
      top ??= below?.slice() ?? new Float32Array(columns);
      top[column] = float32At(top, column) + share * height;
    }
    if (top === undefined) continue;
    found.push({ top, fill: fills[name] });
    below = top;
  }
  return found;
}

export function paintThread(
  context: PixelContext,
  place: Place,
  parts: readonly ActivityShares[],
  isMain: boolean,
  view: Viewport,
  fills: TrackFills,
): void {
  const stack = threadLayers(stateShares(parts, isMain, view.fromX, view.toX, columnsOf(context, place)), fills);
  paintPixels(context, place, (pixels, width, height) => fillColumns(pixels, width, height, stack, fills.background));
}
