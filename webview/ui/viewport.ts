/** Visible range of x in microseconds. */
export interface Viewport {
  readonly fromX: number;
  readonly toX: number;
}

/** Ten microseconds, far below any sampling interval. */
const SHORTEST_US = 10;

export function spanOf(view: Viewport): number {
  return view.toX - view.fromX;
}

export function toPixel(view: Viewport, width: number, x: number): number {
  return ((x - view.fromX) / spanOf(view)) * width;
}

export function fromPixel(view: Viewport, width: number, pixel: number): number {
  return view.fromX + (pixel / Math.max(1, width)) * spanOf(view);
}

/** Whole pixels between views of one length; undefined for another length. */
export function movedByPixels(before: Viewport, view: Viewport, width: number): number | undefined {
  const pixelUs = spanOf(before) / width;
  // Panning changes the length by rounding errors.
  if (Math.abs(spanOf(view) - spanOf(before)) > pixelUs / 1_000) return undefined;
  return Math.round((view.fromX - before.fromX) / pixelUs);
}

/** Moves and shrinks a view into the bounds. */
export function clampTo(bounds: Viewport, view: Viewport): Viewport {
  const span = Math.min(Math.max(spanOf(view), SHORTEST_US), Math.max(spanOf(bounds), SHORTEST_US));
  const fromX = Math.min(Math.max(view.fromX, bounds.fromX), Math.max(bounds.fromX, bounds.toX - span));
  return { fromX, toX: fromX + span };
}

/** Keeps the length; may leave the bounds. */
export function centeredAt(atX: number, view: Viewport): Viewport {
  const half = spanOf(view) / 2;
  return { fromX: atX - half, toX: atX + half };
}

/** A factor below 1 zooms in; `anchorX` keeps its pixel. */
export function zoom(bounds: Viewport, view: Viewport, factor: number, anchorX: number): Viewport {
  const span = Math.min(Math.max(spanOf(view) * factor, SHORTEST_US), spanOf(bounds));
  const share = (anchorX - view.fromX) / spanOf(view);
  const fromX = anchorX - share * span;
  return clampTo(bounds, { fromX, toX: fromX + span });
}

/** 0.1 pans a tenth to the right. */
export function pan(bounds: Viewport, view: Viewport, part: number): Viewport {
  const move = spanOf(view) * part;
  return clampTo(bounds, { fromX: view.fromX + move, toX: view.toX + move });
}

/** A range with a small margin. */
export function frameRange(bounds: Viewport, beginX: number, endX: number): Viewport {
  const room = Math.max((endX - beginX) * 0.04, SHORTEST_US / 2);
  return clampTo(bounds, { fromX: beginX - room, toX: endX + room });
}
