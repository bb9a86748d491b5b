export interface ClickKeys {
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
