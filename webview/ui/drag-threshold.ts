/**
 * A pointer that moved less than this, in CSS pixels, made a click, not a drag: as many as Windows lets a mouse move until it drags
 * (SM_CXDRAG).
 */
export const DRAG_THRESHOLD_PX = 4;
