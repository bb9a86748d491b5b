import type { Stutter } from '../../../core/analysis/display-frames/stutters.ts';
import { formatCount, formatDuration } from '../format.ts';
import { t } from '../translated.ts';

/** `Stutter: 8 frames dropped by 4 late ones, up to 40 ms late` */
export function stutterText({ late, dropped, latestUs }: Stutter): string {
  return t('Stutter · {0} frames dropped, {1} late by up to {2}', formatCount(dropped), formatCount(late), formatDuration(latestUs));
}
