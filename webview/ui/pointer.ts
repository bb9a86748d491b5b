import { pan, type Viewport, zoom } from './viewport.ts';

interface ClickKeys {
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Ctrl or Cmd opens the source here, Alt beside; undefined only selects. */
export function openTargetOf({ altKey, ctrlKey, metaKey }: ClickKeys): 'here' | 'beside' | undefined {
  if (altKey) return 'beside';
  return ctrlKey || metaKey ? 'here' : undefined;
}

/** Shorter moves are clicks, as on Windows (SM_CXDRAG). CSS pixels. */
export const DRAG_THRESHOLD_PX = 4;

/** Ctrl (or a pinch) zooms about the pointer; sideways pans. */
type Wheel = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Zoom per wheel step, as in the flame graph. */
const ZOOM = 0.002;

/** The new range; undefined when the wheel scrolls the page. */
export function movedByWheel(wheel: Wheel, bounds: Viewport, view: Viewport, atUs: number, width: number): Viewport | undefined {
  if (wheel.ctrlKey || wheel.metaKey) return zoom(bounds, view, Math.exp(wheel.deltaY * ZOOM), atUs);
  const sideways = wheel.shiftKey ? wheel.deltaX + wheel.deltaY : wheel.deltaX;
  return Math.abs(sideways) > Math.abs(wheel.shiftKey ? 0 : wheel.deltaY) ? pan(bounds, view, sideways / Math.max(1, width)) : undefined;
}
