import type { TimeRange } from '../../core/columns/time-range.ts';
import { spanOf, type Viewport } from '../ui/viewport.ts';

type CursorKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey'>;

/** Result of a key. */
interface CursorMove {
  readonly atUs: number;
  /** The extended range: A, or B when `second`. */
  readonly extended: (TimeRange & { readonly second: boolean }) | undefined;
}

/** A moment that `.` and `,` jump to. */
export interface TimelineEvent {
  readonly atUs: number;
  readonly name: string;
}

/** Share of the view per step. */
const STEP = 1 / 100;
const PAGE = 1 / 10;

/** A moment moved by keys, which may drag a range. Session microseconds. */
export class TimelineCursor {
  /** Undefined until set. */
  atUs: number | undefined;
  /** Start and step of the extended range; the view may have changed since. */
  #anchor: { readonly atUs: number; readonly stepUs: number; readonly second: boolean } | undefined;

  /** Places the cursor and ends a range. */
  set(atUs: number | undefined): void {
    this.atUs = atUs;
    this.#anchor = undefined;
  }

  /** Arrows, Home, End and pages; Shift extends A, Alt+Shift B. Undefined for other keys. */
  move({ key, shiftKey, altKey }: CursorKey, bounds: Viewport, view: Viewport): CursorMove | undefined {
    if (altKey && !shiftKey) return undefined;
    const previousUs = this.atUs ?? (view.fromX + view.toX) / 2;
    if (!shiftKey) this.#anchor = undefined;
    else if (this.#anchor?.second !== altKey) this.#anchor = { atUs: previousUs, stepUs: spanOf(view), second: altKey };
    const goal = goalOf(key, previousUs, bounds, this.#anchor?.stepUs ?? spanOf(view));
    if (goal === undefined) return undefined;
    const atUs = Math.min(Math.max(goal, bounds.fromX), bounds.toX);
    this.atUs = atUs;
    const anchor = this.#anchor;
    if (anchor === undefined || anchor.atUs === atUs) return { atUs, extended: undefined };
    const extended = { beginUs: Math.min(anchor.atUs, atUs), endUs: Math.max(anchor.atUs, atUs), second: anchor.second };
    return { atUs, extended };
  }
}

function goalOf(key: string, atUs: number, bounds: Viewport, spanUs: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return atUs - spanUs * STEP;
    case 'ArrowRight':
      return atUs + spanUs * STEP;
    case 'PageUp':
      return atUs - spanUs * PAGE;
    case 'PageDown':
      return atUs + spanUs * PAGE;
    case 'Home':
      return bounds.fromX;
    case 'End':
      return bounds.toX;
    default:
      return undefined;
  }
}

/** The next or previous event; of several at one time the first. */
export function nextEvent(events: readonly TimelineEvent[], atUs: number | undefined, by: 1 | -1): TimelineEvent | undefined {
  let found: TimelineEvent | undefined;
  for (const event of events) {
    const isBeyond = atUs === undefined || (by > 0 ? event.atUs > atUs : event.atUs < atUs);
    if (!isBeyond) continue;
    if (found === undefined || (by > 0 ? event.atUs < found.atUs : event.atUs > found.atUs)) found = event;
  }
  return found;
}
