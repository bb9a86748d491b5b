import { pan, type Viewport, zoom } from '../ui/viewport.ts';

/** What a wheel wants of a picture: with Ctrl (or a pinch, which comes as that) it zooms about the pointer, sideways it pans. */
export type Wheel = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** How far a step of the wheel zooms, as in the flame graph. */
const ZOOM = 0.002;

/** The stretch that a wheel leads to; undefined when it is for the scroll bar. */
export function movedByWheel(wheel: Wheel, bounds: Viewport, view: Viewport, atUs: number, width: number): Viewport | undefined {
  if (wheel.ctrlKey || wheel.metaKey) return zoom(bounds, view, Math.exp(wheel.deltaY * ZOOM), atUs);
  const sideways = wheel.shiftKey ? wheel.deltaX + wheel.deltaY : wheel.deltaX;
  return Math.abs(sideways) > Math.abs(wheel.shiftKey ? 0 : wheel.deltaY) ? pan(bounds, view, sideways / Math.max(1, width)) : undefined;
}
