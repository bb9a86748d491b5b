import type { FrameSums } from '../../core/analysis/display-frames/frame-tally.ts';
import { formatCount, formatShare } from './format.ts';
import { text } from './page-text.ts';

/** `1,234 frames, 12 late (1.0 %), 30 dropped, 57.3 FPS` */
export function frameSumsText({ frames, late, jankShare, dropped, fps }: FrameSums): string {
  const totals = text('frameTotals', formatCount(frames), formatCount(late), formatShare(jankShare), formatCount(dropped));
  return fps === undefined ? totals : `${totals}, ${text('frameRate', fps.toFixed(1))}`;
}
