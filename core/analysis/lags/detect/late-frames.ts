import { float64At, uint32At } from '../../../columns/at.ts';
import { firstAfter } from '../../../columns/sorted.ts';
import type { TimeRange } from '../../../columns/time-range.ts';
import type { SessionModel } from '../../../session/model/model.ts';
import type { Run } from '../../../session/model/run.ts';
import type { Thread } from '../../../session/model/thread.ts';
import { droppedFrames, lateFrameOf } from '../../display-frames/missed-frames.ts';

/** Run loop mode while a finger or its momentum scrolls. */
export const TRACKING_MODE = 'UITrackingRunLoopMode';

/** Longer frames count (Matrix: 25 frames a second). */
const FRAME_LIMIT_MS = 40;
/** Scrolls that cost more than this are reported. */
const DUMP_LIMIT_MS = 120;
/** Weighs long frames more than many short ones. */
const POWER = 2.5;
/** Cap per frame: a still screen is a lag of its own. */
const LONGEST_FRAME_MS = 60_000;

/** Cost of a scroll's late frames in milliseconds, Matrix' `dropTime`. */
export function dropTimeMs(frameMs: readonly number[]): number {
  let sumMs = 0;
  for (const each of frameMs) {
    if (each > FRAME_LIMIT_MS) sumMs += FRAME_LIMIT_MS * (Math.min(each, LONGEST_FRAME_MS) / FRAME_LIMIT_MS) ** POWER;
  }
  return sumMs;
}

/** Frames per step, some milliseconds. */
const STEP_FRAMES = 2_048;

interface LateScroll extends TimeRange {
  /** It may go on. */
  readonly open: boolean;
  /** Row of `run.frames` after its last one. */
  readonly nextRow: number;
  /** False below the reporting limit. */
  readonly isBad: boolean;
}

/**
 * Scrolls with late frames from a row of `run.frames` on: late callbacks with only tracking turns between them, outside lags of main.
 * Yields undefined between steps.
 * @param isInLag true for a range inside a lag of main
 */
export function* lateScrolls(
  model: SessionModel,
  run: Run,
  main: Thread,
  beginRow: number,
  isInLag: (beginUs: number, endUs: number) => boolean,
): Generator<LateScroll | undefined, void> {
  const { frames } = run;
  let frameMs: number[] = [];
  let beginUs = 0;
  let endUs = 0;
  let last = -1;
  const scroll = (open: boolean): LateScroll => {
    return { beginUs, endUs, open, nextRow: last + 1, isBad: endUs > beginUs && dropTimeMs(frameMs) > DUMP_LIMIT_MS };
  };
  for (let row = beginRow; row < frames.length; row++) {
    if ((row - beginRow) % STEP_FRAMES === STEP_FRAMES - 1) yield undefined;
    const lateUs = float64At(frames.lateUs, row);
    const atUs = float64At(frames.atUs, row);
    if (last >= 0 && !isTrackedOnly(model, main, endUs, atUs)) {
      yield scroll(false);
      last = -1;
      frameMs = [];
    }
    if (lateUs === 0 || !isTrackedOnly(model, main, atUs, atUs)) continue;
    const frameUs = lateUs + float64At(frames.periodUs, row);
    const frameBeginUs = Math.max(0, atUs - frameUs);
    if (isInLag(Math.max(0, atUs - lateUs), atUs)) continue;
    if (last < 0) beginUs = frameBeginUs;
    endUs = atUs;
    last = row;
    frameMs.push(frameUs / 1_000);
  }
  if (last >= 0) yield scroll(run.endUs < 0 && isTrackedOnly(model, main, endUs, Number.POSITIVE_INFINITY));
}

/** True for at least one turn, all scrolling. */
function isTrackedOnly(model: SessionModel, { messages }: Thread, beginUs: number, endUs: number): boolean {
  if (messages.length === 0) return false;
  let at = Math.max(0, firstAfter(messages.endUs, beginUs, messages.length) - 1);
  if (float64At(messages.endUs, at) < beginUs && at + 1 < messages.length && float64At(messages.beginUs, at + 1) <= endUs) at++;
  let any = false;
  for (; at < messages.length && float64At(messages.beginUs, at) <= endUs; at++) {
    if (model.strings[uint32At(messages.target, at)] !== TRACKING_MODE) return false;
    any = true;
  }
  return any;
}

/** Frames dropped by late ones in a range, and the latest delay. Windows' first frames, and delays they cause, don't count. */
export function lateFramesIn({ frames }: Run, beginUs: number, endUs: number): { readonly dropped: number; readonly latestUs: number } {
  let dropped = 0;
  let latestUs = 0;
  let cameUs = 0;
  for (let row = firstAfter(frames.atUs, beginUs, frames.length); row < frames.length; row++) {
    if (float64At(frames.atUs, row) - float64At(frames.lateUs, row) >= endUs) break;
    const late = lateFrameOf(frames, row, cameUs);
    if (late === undefined) continue;
    cameUs = late.atUs;
    if (late.isFirst) continue;
    dropped += droppedFrames(late);
    latestUs = Math.max(latestUs, late.atUs - late.dueUs);
  }
  return { dropped, latestUs };
}
