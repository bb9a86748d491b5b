import { frameLevels } from '../../../core/analysis/display-frames/frame-levels.ts';
import type { FrameSums, LeveledSums } from '../../../core/analysis/display-frames/frame-tally.ts';
import { formatCount, formatShare } from '../format.ts';
import { t } from '../translated.ts';

/** `1,234 frames, 12 late (1.0 %), 30 dropped, 57.3 FPS` */
export function frameSumsText({ frames, late, jankShare, dropped, fps }: FrameSums): string {
  const totals = t(
    '{0} frames, {1} late ({2}), {3} dropped',
    formatCount(frames),
    formatCount(late),
    formatShare(jankShare),
    formatCount(dropped),
  );
  return fps === undefined ? totals : `${totals}, ${t('{0} FPS', fps.toFixed(1))}`;
}

/** With how many late frames dropped how many at once: `…; 2 normal, 1 frozen` */
export function leveledSumsText(sums: LeveledSums): string {
  const levels = frameLevels.flatMap((level) => {
    const { frames } = sums.levels[level];
    return level === 'best' || frames === 0 ? [] : [levelTexts[level](formatCount(frames))];
  });
  return [frameSumsText(sums), ...(levels.length === 0 ? [] : [levels.join(', ')])].join('; ');
}

const levelTexts = {
  normal: (frames: string) => t('{0} normal', frames),
  middle: (frames: string) => t('{0} middle', frames),
  high: (frames: string) => t('{0} high', frames),
  frozen: (frames: string) => t('{0} frozen', frames),
};
