import type { FrameSums } from '../../../core/analysis/display-frames/frame-tally.ts';
import type { SessionFacts } from '../../../core/analysis/report/session-facts.ts';

/** The condition of a session file that can be read. */
export type FileDamage =
  /** It lacks its end. */
  | 'cut'
  /** Parts were left out. */
  | 'damaged'
  /** It unpacks to too much. */
  | 'unread';

/** A file's facts, or why there are none. */
export type RecordedFacts =
  | { readonly kind: 'read'; readonly facts: SessionFacts; readonly damage?: FileDamage }
  | { readonly kind: 'unreadable'; readonly why: string };

const damages: readonly unknown[] = ['cut', 'damaged', 'unread'] satisfies readonly FileDamage[];
/** UTF-16 units of a text in the cache. */
const LONGEST_TEXT = 1_000;

/** Reads facts of the cache's file; undefined for anything else. */
export function parseFacts(value: unknown): RecordedFacts | undefined {
  const { kind, facts, damage, why } = Object(value);
  if (kind === 'unreadable') return isText(why) ? { kind, why } : undefined;
  if (kind !== 'read') return undefined;
  const { app, version, device, startedMs, lengthUs, lags, worstUs, frames } = Object(facts);
  if (!isText(app) || !isText(version) || !isText(device) || ![startedMs, lengthUs, lags, worstUs].every(isAmount)) return undefined;
  const known = { app, version, device, startedMs, lengthUs, lags, worstUs, frames: parseFrames(frames) };
  return { kind, facts: known, ...(isDamage(damage) ? { damage } : {}) };
}

/** Undefined for anything else, as for none. */
function parseFrames(value: unknown): FrameSums | undefined {
  const { frames, late, dropped, fps, jankShare } = Object(value);
  if (![frames, late, dropped, jankShare].every(isAmount)) return undefined;
  return { frames, late, dropped, fps: isAmount(fps) ? fps : undefined, jankShare };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT;
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isDamage(value: unknown): value is FileDamage {
  return damages.includes(value);
}
