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
