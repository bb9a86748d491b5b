import { bootstrapInterval, figureValue } from '../../../core/analysis/chance/bootstrap.ts';
import type { Interval } from '../../../core/analysis/chance/interval.ts';
import type { FrameSums } from '../../../core/analysis/display-frames/frame-tally.ts';
import { jankShare } from '../../../core/analysis/measures/jank-share.ts';
import type { DiffCapture } from './diff-sets.ts';

export interface FramedCapture extends DiffCapture {
  /** Undefined if the agent reported no frames. */
  readonly shown: FrameSums | undefined;
}

/** Displayed frames of both sets. */
export interface FramesDiff {
  /** Undefined without any. */
  readonly before: FrameSums | undefined;
  readonly now: FrameSums | undefined;
  /** Of the difference of late frames per frame; undefined where chance cannot be estimated. */
  readonly interval: Interval | undefined;
}

/** In steps. Undefined if no capture of either set has frames. */
export function* diffFrames(before: readonly FramedCapture[], now: readonly FramedCapture[]): Generator<void, FramesDiff | undefined> {
  const [was, is] = [pooledFrames(before), pooledFrames(now)];
  if (was === undefined && is === undefined) return undefined;
  const figures = [before, now].map((captures) =>
    jankShare(
      { screen: undefined },
      captures.map(({ measured }) => measured),
    ),
  );
  const isKnown = figures.every((figure) => figureValue(figure) !== undefined);
  const difference = ([then, after]: readonly (number | undefined)[]): number | undefined =>
    then === undefined || after === undefined ? undefined : after - then;
  const interval = isKnown ? yield* bootstrapInterval(figures, difference) : undefined;
  return { before: was, now: is, interval };
}

function pooledFrames(captures: readonly FramedCapture[]): FrameSums | undefined {
  const known = captures.flatMap(({ shown }) => shown ?? []);
  if (known.length === 0) return undefined;
  const sum = (of: (each: FrameSums) => number): number => known.reduce((all, each) => all + of(each), 0);
  const [frames, late, dropped] = [sum((each) => each.frames), sum((each) => each.late), sum((each) => each.dropped)];
  // By their time, as a mean of rates would weigh short captures like long ones.
  const timed = known.flatMap((each) => (each.fps === undefined ? [] : [{ frames: each.frames, seconds: each.frames / each.fps }]));
  const seconds = timed.reduce((all, each) => all + each.seconds, 0);
  const fps = seconds > 0 ? timed.reduce((all, each) => all + each.frames, 0) / seconds : undefined;
  return { frames, late, dropped, fps, jankShare: late / Math.max(1, frames) };
}
