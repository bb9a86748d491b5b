import { ticks } from 'd3-array';
import { clampTo, pan, type Viewport, zoom } from './viewport.ts';

/** Height of the time axis, where the names of marks and runs stand too, in CSS pixels. */
export const RULER = 18;

/** Round moments for a time axis, about one per 90 pixels. */
export function axisTicks(bounds: Viewport, width: number): readonly number[] {
  return ticks(bounds.fromX / 1e6, bounds.toX / 1e6, tickCount(width)).map((seconds) => seconds * 1e6);
}

/** Round sizes for an axis of bytes, in the unit that fits what is shown. */
export function sizeTicks(bounds: Viewport, width: number): readonly number[] {
  const unit = 1024 ** Math.max(0, Math.floor(Math.log2(Math.max(1, bounds.toX - bounds.fromX)) / 10));
  return ticks(bounds.fromX / unit, bounds.toX / unit, tickCount(width)).map((size) => size * unit);
}

function tickCount(width: number): number {
  return Math.max(2, Math.round(width / 90));
}

/** The stretch that a key leads to from the shown one; `undefined` when the key means nothing here. */
export function movedByKey(key: string, bounds: Viewport, shown: Viewport): Viewport | undefined {
  const span = shown.toX - shown.fromX;
  switch (key) {
    case 'ArrowLeft':
      return pan(bounds, shown, -0.25);
    case 'ArrowRight':
      return pan(bounds, shown, 0.25);
    case 'Home':
      return clampTo(bounds, { fromX: bounds.fromX, toX: bounds.fromX + span });
    case 'End':
      return clampTo(bounds, { fromX: bounds.toX - span, toX: bounds.toX });
    case '+':
    case '=':
      return zoom(bounds, shown, 0.7, (shown.fromX + shown.toX) / 2);
    case '-':
      return zoom(bounds, shown, 1 / 0.7, (shown.fromX + shown.toX) / 2);
    default:
      return undefined;
  }
}
