import { isNoise } from '../../core/analysis/chance/interval.ts';
import type { FrameSums } from '../../core/analysis/display-frames/frame-tally.ts';
import type { FramesDiff } from '../../core/analysis/session-diff/diff-frames.ts';

export const frameHead = ['frames', 'before', 'after', 'change, 95 % interval'] as const;

/** Displayed frames of both sides, by measure; words and figures of ours only. */
export function frameRows({ before, now, interval }: FramesDiff): readonly (readonly string[])[] {
  const row = (measure: string, textOf: (sums: FrameSums) => string, change = ''): readonly string[] => [
    measure,
    ...[before, now].map((sums) => (sums === undefined ? 'not reported' : textOf(sums))),
    change,
  ];
  const range = interval === undefined ? [] : [`${signedPercent(interval.low)} to ${signedPercent(interval.high)}`];
  const change =
    before === undefined || now === undefined
      ? ''
      : [signedPercent(now.jankShare - before.jankShare), ...range, ...(isNoise(interval) ? ['within noise'] : [])].join(', ');
  return [
    row('late', ({ jankShare }) => percent(jankShare), change),
    row('per second', ({ fps }) => fps?.toFixed(1) ?? 'unknown'),
    row('shown', ({ frames }) => String(frames)),
    row('missed', ({ dropped }) => String(dropped)),
  ];
}

function signedPercent(share: number): string {
  return `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
