import { pan, type Viewport, zoom } from '../ui/viewport.ts';

/** Ctrl (or a pinch) zooms about the pointer; sideways pans. */
export type Wheel = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Zoom per wheel step, as in the flame graph. */
const ZOOM = 0.002;

/** The new range; undefined when the wheel scrolls the page. */
export function movedByWheel(wheel: Wheel, bounds: Viewport, view: Viewport, atUs: number, width: number): Viewport | undefined {
  if (wheel.ctrlKey || wheel.metaKey) return zoom(bounds, view, Math.exp(wheel.deltaY * ZOOM), atUs);
  const sideways = wheel.shiftKey ? wheel.deltaX + wheel.deltaY : wheel.deltaX;
  return Math.abs(sideways) > Math.abs(wheel.shiftKey ? 0 : wheel.deltaY) ? pan(bounds, view, sideways / Math.max(1, width)) : undefined;
}
