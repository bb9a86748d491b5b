/**
 * Likelihood that a document's lines are the recorded ones.
 * - `asBuilt`: no sign of a change.
 * - `edited`: its edits were followed.
 * - `newer`: saved after the recording began, so it may have changed unseen.
 * - `other`: recorded lines lie outside their methods.
 */
export type Freshness = 'asBuilt' | 'edited' | 'newer' | 'other';

interface FreshnessFacts {
  /** Time of the last save when first watched, 0 unknown. */
  readonly savedMs: number;
  readonly recordedMs: number;
  /** It had unsaved changes when first watched. */
  readonly wasDirty: boolean;
  readonly isEdited: boolean;
  /** A recorded line is certainly in another method or behind the end. */
  readonly isMisplaced: boolean;
}

/** The stronger doubt wins. */
export function freshnessOf({ savedMs, recordedMs, wasDirty, isEdited, isMisplaced }: FreshnessFacts): Freshness {
  if (isMisplaced) return 'other';
  if (wasDirty || (savedMs > 0 && recordedMs > 0 && savedMs > recordedMs)) return 'newer';
  return isEdited ? 'edited' : 'asBuilt';
}
