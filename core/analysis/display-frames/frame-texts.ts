import type { FrameTotals } from './frame-counter.ts';

/** `1,234 frames, 12 late (1.0 %), 30 dropped, 57.3 FPS` */
export function framesSentence({ frames, late, jankShare, dropped, fps }: FrameTotals): string {
  const count = (number: number): string => number.toLocaleString('en');
  const share = late === 0 ? '' : ` (${(jankShare * 100).toFixed(1)} %)`;
  const rate = fps === undefined ? [] : [`${fps.toFixed(1)} FPS`];
  return [
    `${count(frames)} ${frames === 1 ? 'frame' : 'frames'}`,
    `${count(late)} late${share}`,
    `${count(dropped)} dropped`,
    ...rate,
  ].join(', ');
}
