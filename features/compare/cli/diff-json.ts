import { isNoise } from '../../../core/analysis/chance/interval.ts';
import type { RateChange } from '../../../core/analysis/chance/rate-change.ts';
import type { GroupFigures } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import { asciiJson } from '../../../core/text/terminal-text.ts';
import type { FramesDiff } from '../core/diff-frames.ts';
import { diffSentence } from '../core/diff-texts.ts';
import type { Diffed } from './diffed.ts';

/** Times are in milliseconds; those of changes per observed minute. */
export function diffJson({ diff, frames, before, now, thresholdUs, places, warnings }: Diffed): string {
  const placed = (key: string) => ({ file: places.get(key)?.path ?? null, line: places.get(key)?.line ?? null });
  return asciiJson(
    {
      before: { sessions: before, observedMs: ms(diff.beforeObservedUs) },
      after: { sessions: now, observedMs: ms(diff.nowObservedUs) },
      thresholdMs: ms(thresholdUs),
      warnings,
      summary: diffSentence(diff),
      total: changeJson(diff.total),
      groups: diff.groups.map(({ key, change, label, before: was, now: is, ...time }) => ({
        key,
        change,
        label,
        ...placed(key),
        before: figuresJson(was),
        after: figuresJson(is),
        ...changeJson(time),
      })),
      frames: frames === undefined ? null : framesJson(frames),
      functions: diff.functions.map(({ key, label, ...time }) => ({ key, label, ...placed(key), ...changeJson(time) })),
    },
    2,
  );
}

function changeJson({ beforeUs, nowUs, interval }: RateChange) {
  return {
    beforeMsPerMinute: ms(beforeUs),
    afterMsPerMinute: ms(nowUs),
    changeMsPerMinute: ms(nowUs - beforeUs),
    interval: interval === undefined ? null : [ms(interval.low), ms(interval.high)],
    withinNoise: isNoise(interval),
  };
}

/** Shares are 0 to 1; null where an agent reported no frames. */
function framesJson({ before, now, interval }: FramesDiff) {
  const sums = (side: FramesDiff['now']) =>
    side === undefined
      ? null
      : { frames: side.frames, late: side.late, lateShare: side.jankShare, missed: side.dropped, perSecond: side.fps ?? null };
  return {
    before: sums(before),
    after: sums(now),
    lateShareInterval: interval === undefined ? null : [interval.low, interval.high],
    withinNoise: isNoise(interval),
  };
}

function figuresJson({ count, totalUs, worstUs }: GroupFigures) {
  return { count, totalMs: ms(totalUs), worstMs: ms(worstUs) };
}

function ms(us: number): number {
  return Math.round(us) / 1_000;
}
