import { spanOf, type Viewport } from '../ui/viewport.ts';
import type { TimelineBase } from './timeline-painter.ts';

/** Less than this much of a pixel is not seen. */
const SEEN_PX = 0.5;
/** Later than this a picture is painted again all the same: also what lies back is told otherwise now and then. */
const STALE_MS = 1_000;

/** What a picture of a whole session shows, as far as a session that grows changes it. */
export interface GrowingFacts {
  /** The same object for as long as it is the same session. */
  readonly session: object;
  readonly bounds: Viewport;
  /** Stretches on it. */
  readonly ranges: readonly GrowingRange[];
  /** How many there are of each other thing. */
  readonly counts: readonly number[];
}

/** Microseconds. */
export interface GrowingRange {
  readonly beginUs: number;
  readonly endUs: number;
  readonly band?: string;
  readonly selected?: boolean;
}

/** Has a picture of a session that grows ten times a second painted again when that can be seen: after an hour a pixel lasts for seconds. */
export class Growth {
  readonly #repaint: () => void;
  /** Paints what was not painted at once. */
  #late: ReturnType<typeof setTimeout> | undefined;
  #painted: GrowingFacts | undefined;
  #width = 0;
  #atMs = 0;

  /** @param repaint paints what is to be shown by then */
  constructor(repaint: () => void) {
    this.#repaint = repaint;
  }

  /** It was painted, so many pixels wide. */
  painted(facts: GrowingFacts, width: number, nowMs: number): void {
    clearTimeout(this.#late);
    this.#late = undefined;
    this.#painted = facts;
    this.#width = width;
    this.#atMs = nowMs;
  }

  /**
   * Something else is to be shown. It is painted now when it can be seen, else when what was painted is stale: nothing more may come,
   * as the session may have stopped or been paused with it.
   * @returns true when it is painted now
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

  /** True when the session is longer than when it was painted, and nobody could see that. */
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

/** Of the timeline. Some of its lists grow where they are: they are counted when they are painted. */
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
