import { axisTicks, RULER } from '../ui/canvas/axis.ts';
import { drawText } from '../ui/canvas/canvas-text.ts';
import { formatMoment } from '../ui/format.ts';
import type { Theme } from '../ui/theme.ts';
import { spanOf, toPixel, type Viewport } from '../ui/viewport.ts';
import type { Covered } from './flags.ts';
import type { TimelineContext } from './timeline-context.ts';

/**
 * Draws the time axis from `left` on, with lines at round moments.
 * @param covers names on the axis: a time that one would cut is left out
 */
export function paintRuler(
  context: TimelineContext,
  left: number,
  width: number,
  height: number,
  view: Viewport,
  theme: Theme,
  covers: readonly Covered[] = [],
): void {
  context.font = theme.smallFont;
  context.textBaseline = 'middle';
  const ticks = axisTicks(view, width);
  const digits = tickDigits(ticks, view);
  for (const tick of ticks) {
    const x = left + Math.round(toPixel(view, width, tick)) + 0.5;
    context.fillStyle = theme.line;
    // In high contrast, lines are as bright as the content.
    context.globalAlpha = theme.highContrast ? 0.4 : 1;
    context.fillRect(x, RULER - 4, 1, height);
    context.globalAlpha = 1;
    context.fillStyle = theme.muted;
    const label = formatMoment(tick, digits);
    const isCovered = (flag: Covered): boolean =>
      flag.right > flag.left && flag.right > x && flag.left < x + 4 + context.measureText(label).width;
    if (!covers.some(isCovered)) drawText(context, label, x + 4, RULER / 2 + 1);
  }
}

/** Digits after the decimal point of seconds. A single tick uses half the view, which is finer. */
export function tickDigits([first, second]: readonly number[], view: Viewport): number {
  const stepUs = first === undefined || second === undefined ? spanOf(view) / 2 : second - first;
  return Math.min(6, Math.max(0, Math.ceil(6 - Math.log10(Math.max(1, stepUs)) - 1e-9)));
}
