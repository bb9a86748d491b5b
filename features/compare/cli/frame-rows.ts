import { chanceTexts, noiseTexts, rangeText } from '../../../core/analysis/chance/chance-texts.ts';
import type { FrameSums } from '../../../core/analysis/display-frames/frame-tally.ts';
import { formatPercent, signedPercent } from '../../../core/analysis/report/format-signed.ts';
import type { FramesDiff } from '../core/diff-frames.ts';

export const frameHead = ['frames', 'before', 'after', 'change, 95 % interval'] as const;

/** Displayed frames of both sides, by measure; words and figures of ours only. */
export function frameRows({ before, now, interval }: FramesDiff): readonly (readonly string[])[] {
  const row = (measure: string, textOf: (sums: FrameSums) => string, change = ''): readonly string[] => [
    measure,
    ...[before, now].map((sums) => (sums === undefined ? 'not reported' : textOf(sums))),
    change,
  ];
  const chance = interval === undefined ? [chanceTexts.noise] : [rangeText(interval, signedPercent), ...noiseTexts(interval)];
  const change = before === undefined || now === undefined ? '' : [signedPercent(now.jankShare - before.jankShare), ...chance].join(', ');
  return [
    row('late', ({ jankShare }) => formatPercent(jankShare), change),
    row('per second', ({ fps }) => fps?.toFixed(1) ?? 'unknown'),
    row('shown', ({ frames }) => String(frames)),
    row('missed', ({ dropped }) => String(dropped)),
  ];
}
