/**
 * How sure it is that a document's lines are those that were recorded.
 * - `asBuilt`: nothing tells otherwise.
 * - `edited`: it was edited while it was watched, so its lines were followed.
 * - `newer`: it was saved after the recording had begun, so it may have changed before it was watched.
 * - `other`: recorded lines are not where their methods are, so it is not what was built.
 */
export type Freshness = 'asBuilt' | 'edited' | 'newer' | 'other';

export interface FreshnessFacts {
  /** Time of the last save when first watched, 0 unknown. */
  readonly savedMs: number;
  /** When the recording began, 0 unknown. */
  readonly recordedMs: number;
  /** Whether it had unsaved changes when first watched. */
  readonly wasDirty: boolean;
  readonly isEdited: boolean;
  /** A recorded line is certainly in another method or behind the end. */
  readonly isMisplaced: boolean;
}

/** Surer doubts stand before less sure ones. */
export function freshnessOf({ savedMs, recordedMs, wasDirty, isEdited, isMisplaced }: FreshnessFacts): Freshness {
  if (isMisplaced) return 'other';
  if (wasDirty || (savedMs > 0 && recordedMs > 0 && savedMs > recordedMs)) return 'newer';
  return isEdited ? 'edited' : 'asBuilt';
}
