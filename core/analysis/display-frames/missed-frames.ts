import { float64At } from '../../columns/at.ts';
import type { FrameColumns } from '../../session/columns/run-columns.ts';

/** Shortest period of a display; guards against nonsense. */
const LEAST_PERIOD_US = 1_000;

/** A frame that came after its due time. Session microseconds. */
export interface LateFrame {
  readonly dueUs: number;
  readonly atUs: number;
  readonly periodUs: number;
  /** Delay without the part that it shares with the late frame before: on Android the next may be due while one is drawn. */
  readonly missedUs: number;
  /** A window's first frame is expected to be late (developer.android.com/reference/android/view/FrameMetrics#FIRST_DRAW_FRAME). */
  readonly isFirst: boolean;
}

/**
 * The late frame of a row, undefined for a mere count.
 * @param cameUs arrival of the late frame before, or less
 */
export function lateFrameOf(frames: FrameColumns, row: number, cameUs: number): LateFrame | undefined {
  const lateUs = float64At(frames.lateUs, row);
  if (lateUs === 0) return undefined;
  const atUs = float64At(frames.atUs, row);
  const dueUs = atUs - lateUs;
  const periodUs = Math.max(LEAST_PERIOD_US, float64At(frames.periodUs, row));
  return { dueUs, atUs, periodUs, missedUs: atUs - Math.max(dueUs, cameUs), isFirst: frames.first[row] === 1 };
}

/** Whole frames that the display could have shown meanwhile, by Matrix TraceCanary's rule: `(total - interval) / interval`. */
export function droppedFrames({ missedUs, periodUs, isFirst }: LateFrame): number {
  return isFirst ? 0 : Math.floor(missedUs / periodUs);
}
