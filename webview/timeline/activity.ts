import { ACTIVITIES, threadActivity } from '../../core/analysis/threads/thread-states.ts';
import { float32At } from '../../core/columns/at.ts';
import type { Viewport } from '../ui/viewport.ts';

/** Implemented by `ThreadStates` of the core. */
export interface ActivityShares {
  /** Activity a of part p is at `p * ACTIVITIES + a`. */
  shares(beginUs: number, endUs: number, parts: number): Float32Array;
}

/** Shares (0 to 1) of main's time per pixel column; the rest is idle. */
interface MainColumns {
  readonly busy: Float32Array;
  readonly blocked: Float32Array;
  readonly pause: Float32Array;
  readonly ready: Float32Array;
  readonly unknown: Float32Array;
  readonly unseen: Float32Array;
}

/** Adds up the main threads of consecutive runs. */
export function mainColumns(activities: readonly ActivityShares[], view: Viewport, width: number): MainColumns {
  const column = (): Float32Array => new Float32Array(width);
  const columns = { busy: column(), blocked: column(), pause: column(), ready: column(), unknown: column(), unseen: column() };
  for (const activity of activities) {
    const shares = activity.shares(view.fromX, view.toX, width);
    addTo(columns.busy, shares, threadActivity.running);
    // As in lags, every wait of main but for its next message blocks the app.
    addTo(columns.blocked, shares, threadActivity.blocked);
    addTo(columns.blocked, shares, threadActivity.waiting);
    addTo(columns.pause, shares, threadActivity.pause);
    addTo(columns.ready, shares, threadActivity.ready);
    addTo(columns.unknown, shares, threadActivity.unknown);
    addTo(columns.unseen, shares, threadActivity.unseen);
  }
  return columns;
}

function addTo(column: Float32Array, shares: Float32Array, activity: number): void {
  for (let pixel = 0; pixel < column.length; pixel++) {
    column[pixel] = Math.min(1, float32At(column, pixel) + float32At(shares, pixel * ACTIVITIES + activity));
  }
}
