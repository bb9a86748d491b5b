import { ticks } from 'd3-array';
import { pan, type Viewport, zoom } from '../viewport.ts';

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

const ZOOM_IN = 0.7;
const PAN = 0.25;

/**
 * The range after W, S, A, D, plus, minus or 0; undefined for other keys.
 * @param aboutX keeps its pixel in a zoom, if it is in the range; else the middle does
 */
export function movedByKey(key: string, bounds: Viewport, shown: Viewport, aboutX?: number): Viewport | undefined {
  const isSeen = aboutX !== undefined && aboutX >= shown.fromX && aboutX <= shown.toX;
  const anchorX = isSeen ? aboutX : (shown.fromX + shown.toX) / 2;
  switch (key) {
    case 'a':
      return pan(bounds, shown, -PAN);
    case 'd':
      return pan(bounds, shown, PAN);
    case 'w':
    case '+':
    case '=':
      return zoom(bounds, shown, ZOOM_IN, anchorX);
    case 's':
    case '-':
      return zoom(bounds, shown, 1 / ZOOM_IN, anchorX);
    case '0':
      return bounds;
    default:
      return undefined;
  }
}
