import type { SourcePlace } from '../../../core/analysis/measures/measured-session.ts';
import type { WorkspacePlace } from '../../../host/folders/source-places.ts';
import type { FramesDiff } from '../core/diff-frames.ts';
import type { SessionDiff } from '../core/diff-sets.ts';

/** A comparison as all forms show it. */
export interface Diffed {
  readonly diff: SessionDiff;
  /** Undefined if no session has frames. */
  readonly frames: FramesDiff | undefined;
  readonly before: readonly string[];
  readonly now: readonly string[];
  readonly thresholdUs: number;
  /** Doubts about the comparison, as sentences. */
  readonly warnings: readonly string[];
  /** Keyed by the key of a group or function. */
  readonly places: ReadonlyMap<string, WorkspacePlace>;
}

interface Placed {
  readonly key: string;
  readonly place: SourcePlace | undefined;
}

/** Of the workspace, else as the session names it; '' if unknown. */
export function placeText({ key, place }: Placed, places: Diffed['places']): string {
  const found = places.get(key);
  if (found !== undefined) return `${found.path}:${found.line}`;
  if (place === undefined) return '';
  const name = place.path.split(/[\\/]/).at(-1) ?? '';
  return place.line > 0 ? `${name}:${place.line}` : name;
}
