/** The parts of a pointer's event that matter. */
export interface ClickKeys {
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Where a click opens the source of what it is on: with Ctrl or Cmd here, with Alt beside; undefined for one that only chooses. */
export function openTargetOf({ altKey, ctrlKey, metaKey }: ClickKeys): 'here' | 'beside' | undefined {
  if (altKey) return 'beside';
  return ctrlKey || metaKey ? 'here' : undefined;
}

/**
 * A pointer that moved less than this, in CSS pixels, made a click, not a drag: as many as Windows lets a mouse move until it drags
 * (SM_CXDRAG).
 */
export const DRAG_THRESHOLD_PX = 4;
