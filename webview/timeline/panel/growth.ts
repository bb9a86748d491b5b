import type { TimeRange } from '../../../core/columns/time-range.ts';
import { spanOf, type Viewport } from '../../ui/viewport.ts';
import type { TimelineBase } from './timeline-painter.ts';

/** Smaller changes are invisible, in pixels. */
const SEEN_PX = 0.5;
/** Repaints are never later: old parts may change, too. */
const STALE_MS = 1_000;

/** Facts of a whole-session drawing that growth can change. */
export interface GrowingFacts {
  /** Identity of the session. */
  readonly session: object;
  readonly bounds: Viewport;
  readonly ranges: readonly GrowingRange[];
  /** Numbers of other items. */
  readonly counts: readonly number[];
}

/** Microseconds. */
interface GrowingRange extends TimeRange {
  readonly band?: string;
  readonly selected?: boolean;
}

/** Repaints a growing session only when the change is visible: after an hour, a pixel lasts seconds. */
export class Growth {
  readonly #repaint: () => void;
  /** Timer for a delayed repaint. */
  #late: ReturnType<typeof setTimeout> | undefined;
  #painted: GrowingFacts | undefined;
  #width = 0;
  #atMs = 0;

  /** @param repaint paints the latest facts */
  constructor(repaint: () => void) {
    this.#repaint = repaint;
  }

  painted(facts: GrowingFacts, width: number, nowMs: number): void {
    clearTimeout(this.#late);
    this.#late = undefined;
    this.#painted = facts;
    this.#width = width;
    this.#atMs = nowMs;
  }

  /**
   * Repaints at once when the change is visible, otherwise when the drawing is stale. The delayed repaint matters when the session
   * stops.
   * @returns true when painted now
   */
  show(facts: GrowingFacts, nowMs: number): boolean {
    if (!this.isUnseen(facts, nowMs)) {
      this.#repaint();
      return true;
    }
    this.#late ??= setTimeout(
      () => {
        this.#late = undefined;
        this.#repaint();
      },
      this.#atMs + STALE_MS - nowMs,
    );
    return false;
  }

  /** True when only the session's length changed, invisibly. */
  isUnseen(facts: GrowingFacts, nowMs: number): boolean {
    const painted = this.#painted;
    if (painted === undefined || nowMs - this.#atMs >= STALE_MS) return false;
    const { session, bounds } = facts;
    if (session !== painted.session) return false;
    const seenUs = (SEEN_PX * spanOf(bounds)) / Math.max(1, this.#width);
    const grownUs = bounds.toX - painted.bounds.toX;
    if (bounds.fromX !== painted.bounds.fromX || grownUs <= 0 || grownUs >= seenUs) return false;
    return sameCounts(painted.counts, facts.counts) && areAlike(painted.ranges, facts.ranges, seenUs);
  }
}

/** Some lists grow in place, so they are counted when painted. */
export function timelineFacts(base: TimelineBase): GrowingFacts {
  const { session, bounds, lags, marks, runs, phases, gaps, drops, activities, garbage } = base;
  const counts = [marks, runs, phases, gaps, drops, activities, ...garbage].map(({ length }) => length);
  return { session, bounds, ranges: lags, counts };
}

function sameCounts(before: readonly number[], now: readonly number[]): boolean {
  return before.length === now.length && before.every((count, at) => count === now[at]);
}

function areAlike(before: readonly GrowingRange[], now: readonly GrowingRange[], seenUs: number): boolean {
  if (before.length !== now.length) return false;
  return before.every((was, at) => {
    const is = now[at];
    const isMoved = is === undefined || Math.abs(is.beginUs - was.beginUs) >= seenUs || Math.abs(is.endUs - was.endUs) >= seenUs;
    return !isMoved && is.band === was.band && is.selected === was.selected;
  });
}
