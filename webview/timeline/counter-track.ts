import { toPixel, type Viewport } from '../flame/viewport.ts';
import { firstAfter } from './interval-track.ts';
import type { LayerContext } from './layers.ts';
import type { TrackPlace } from './thread-track.ts';
import type { TrackCounter } from './track-rows.ts';

/** What a counter held at a time: the last value told until then; undefined before the first. */
export function counterAt(parts: readonly TrackCounter[], timeUs: number): number | undefined {
  let value: number | undefined;
  for (const { atUs, value: values } of parts) {
    const row = firstAfter(atUs, atUs.length, timeUs) - 1;
    if (row >= 0) value = values[row];
  }
  return value;
}

/** Draws a counter as an area of steps with an edge; of several values in one pixel the highest is seen. */
export function paintCounter(
  context: LayerContext,
  { left, width, top, height }: TrackPlace,
  { atUs, value }: TrackCounter,
  most: number,
  view: Viewport,
  colors: { readonly area: string; readonly edge: string },
): void {
  const length = atUs.length;
  const y = (told: number): number => top + height - Math.max(1, Math.round((Math.min(told, most) / Math.max(most, 1e-9)) * height));
  let row = Math.max(0, firstAfter(atUs, length, view.fromX) - 1);
  let lastY = top + height;
  while (row < length) {
    // Whole pixels: between two halves of one the ground would be seen.
    const from = Math.max(0, Math.round(toPixel(view, width, atUs[row] ?? 0)));
    if (from >= width) break;
    let told = value[row] ?? 0;
    let next = row + 1;
    for (; next < length && Math.round(toPixel(view, width, atUs[next] ?? 0)) <= from; next++) told = Math.max(told, value[next] ?? 0);
    // The last value is not known to last.
    const to = next < length ? Math.min(width, Math.round(toPixel(view, width, atUs[next] ?? 0))) : from + 1;
    const stepY = y(told);
    context.fillStyle = colors.area;
    context.fillRect(left + from, stepY, to - from, top + height - stepY);
    context.fillStyle = colors.edge;
    context.fillRect(left + from, stepY, to - from, 1);
    if (row > 0 && lastY !== stepY) context.fillRect(left + from, Math.min(lastY, stepY), 1, Math.abs(lastY - stepY) + 1);
    lastY = stepY;
    row = next;
  }
}
