import { ACTIVITIES, threadActivity } from '../../core/analysis/thread-states.ts';
import type { Viewport } from '../flame/viewport.ts';
import type { ActivityShares } from './activity.ts';
import { type LayerContext, paintLayer } from './layers.ts';
import type { TrackFills } from './track-fills.ts';

/** Where a row is drawn, in CSS pixels. */
export interface TrackPlace {
  readonly left: number;
  readonly width: number;
  /** Upper edge of what may be filled. */
  readonly top: number;
  readonly height: number;
}

/** From the bottom up. What a thread does for nobody is low, so that what it does or is kept from stands out. */
const layers = [
  ['running', 1],
  ['pause', 1],
  ['blocked', 1],
  ['unknown', 0.6],
  ['waiting', 0.3],
  ['unseen', 1],
] as const satisfies readonly (readonly [name: keyof TrackFills, height: number])[];

/** Sums of what threads did that follow each other. */
export function summedShares(parts: readonly ActivityShares[], fromUs: number, toUs: number, columns: number): Float32Array {
  const [first, ...others] = parts;
  const sum = first?.shares(fromUs, toUs, columns) ?? new Float32Array(columns * ACTIVITIES);
  for (const other of others) {
    const shares = other.shares(fromUs, toUs, columns);
    for (let at = 0; at < sum.length; at++) sum[at] = Math.min(1, (sum[at] ?? 0) + (shares[at] ?? 0));
  }
  return sum;
}

/** Draws what a thread did: each pixel column is the time that it stands for, stacked by states. */
export function paintThread(
  context: LayerContext,
  { left, width, top, height }: TrackPlace,
  parts: readonly ActivityShares[],
  view: Viewport,
  fills: TrackFills,
  line: string,
): void {
  const columns = Math.max(1, Math.floor(width));
  const shares = summedShares(parts, view.fromX, view.toX, columns);
  context.fillStyle = line;
  context.fillRect(left, top + height - 1, width, 1);
  let below = new Float32Array(columns);
  for (const [name, part] of layers) {
    const above = below.slice();
    const activity = threadActivity[name];
    let any = false;
    for (let pixel = 0; pixel < columns; pixel++) {
      const share = shares[pixel * ACTIVITIES + activity] ?? 0;
      if (share === 0) continue;
      any = true;
      above[pixel] = (below[pixel] ?? 0) + share * part;
    }
    if (!any) continue;
    paintLayer(context, below, above, top + height, height, fills[name], left);
    below = above;
  }
}
