import type { Stutter } from '../../../core/analysis/display-frames/stutters.ts';
import { formatCount, formatDuration } from '../format.ts';
import { text } from '../page-text.ts';

/** `Stutter: 8 frames dropped by 4 late ones, up to 40 ms late` */
export function stutterText({ late, dropped, latestUs }: Stutter): string {
  return text('stutterAbout', formatCount(dropped), formatCount(late), formatDuration(latestUs));
}
