import { ticks } from 'd3-array';
import { clampTo, pan, type Viewport, zoom } from './viewport.ts';

/** CSS pixels; also holds the names of marks and runs. */
export const RULER = 18;

/** Round moments, about one per 90 pixels. */
export function axisTicks(bounds: Viewport, width: number): readonly number[] {
  return ticks(bounds.fromX / 1e6, bounds.toX / 1e6, tickCount(width)).map((seconds) => seconds * 1e6);
}

/** Round sizes in the unit of the range. */
export function sizeTicks(bounds: Viewport, width: number): readonly number[] {
  const unit = 1024 ** Math.max(0, Math.floor(Math.log2(Math.max(1, bounds.toX - bounds.fromX)) / 10));
  return ticks(bounds.fromX / unit, bounds.toX / unit, tickCount(width)).map((size) => size * unit);
}

function tickCount(width: number): number {
  return Math.max(2, Math.round(width / 90));
}

/** The range after a key; undefined for other keys. */
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
