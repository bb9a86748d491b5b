import { drawText } from '../ui/canvas/canvas-text.ts';
import type { DraggedRange } from '../ui/canvas/range-drag.ts';
import { readableOn } from '../ui/frame-colors.ts';
import type { Theme } from '../ui/theme.ts';
import { toPixel, type Viewport } from '../ui/viewport.ts';
import type { Place } from './columns.ts';
import type { TimelineContext } from './timeline-context.ts';

interface ShownRanges {
  /** Range of the flame graph; A of a comparison. */
  readonly shown: Viewport;
  /** B of a comparison. */
  readonly second: Viewport | undefined;
}

/** Dashes tell B from A without colour. */
const DASH = 4;
const LABEL = 13;

/** Dims everything outside the ranges and frames both, lettered when there are two. */
export function paintShown(
  context: TimelineContext,
  { left, width, top, height }: Place,
  view: Viewport,
  { shown, second }: ShownRanges,
  theme: Theme,
): void {
  const a = pixels(view, width, shown);
  const isSeen = second !== undefined && second.toX > view.fromX && second.fromX < view.toX;
  const b = isSeen ? pixels(view, width, second) : undefined;
  if (a.from <= 0 && a.to >= width && b === undefined) return;
  const lit = [a, ...(b ? [b] : [])].sort((one, other) => one.from - other.from);
  context.globalAlpha = 0.55;
  context.fillStyle = theme.background;
  let darkFrom = 0;
  for (const { from, to } of [...lit, { from: width, to: width }]) {
    if (from > darkFrom) context.fillRect(left + darkFrom, top, Math.min(from, width) - darkFrom, height);
    darkFrom = Math.max(darkFrom, to);
  }
  context.globalAlpha = 1;
  context.fillStyle = theme.focus;
  context.fillRect(left + a.from, top, 1.5, height);
  context.fillRect(left + a.to - 1.5, top, 1.5, height);
  context.fillRect(left + a.from, top, a.to - a.from, 2);
  if (b === undefined) return;
  context.strokeStyle = theme.second;
  context.lineWidth = 2;
  context.setLineDash([DASH, DASH - 1]);
  context.beginPath();
  context.rect(left + b.from + 1, top + 1, Math.max(1, b.to - b.from - 2), height - 2);
  context.stroke();
  context.setLineDash([]);
  paintLetter(context, 'A', left + a.from, top, theme.focus, theme);
  paintLetter(context, 'B', left + b.from, top, theme.second, theme);
}

/** Draws the drag and the cursor. */
export function paintPointer(
  context: TimelineContext,
  { left, width, top, height }: Place,
  view: Viewport,
  pointer: { readonly drag: DraggedRange | undefined; readonly cursorUs: number | undefined },
  theme: Theme,
): void {
  const { drag, cursorUs } = pointer;
  if (drag) {
    const color = drag.second ? theme.second : theme.focus;
    context.globalAlpha = 0.3;
    context.fillStyle = color;
    const from = Math.max(left, Math.min(drag.beginX, drag.endX));
    context.fillRect(from, top, Math.max(drag.beginX, drag.endX) - from, height);
    context.globalAlpha = 1;
    paintLetter(context, drag.second ? 'B' : 'A', from, top, color, theme);
  }
  if (cursorUs === undefined || cursorUs < view.fromX || cursorUs > view.toX) return;
  const x = left + Math.min(width - 1, Math.round(toPixel(view, width, cursorUs)));
  context.fillStyle = theme.foreground;
  context.fillRect(x - 1, top, 2, height);
  context.fillRect(x - 4, top, 8, 3);
}

function pixels(view: Viewport, width: number, { fromX, toX }: Viewport): { readonly from: number; readonly to: number } {
  const clamped = (timeUs: number): number => Math.min(Math.max(toPixel(view, width, timeUs), 0), width);
  const from = Math.min(clamped(fromX), width - 2);
  return { from, to: Math.max(from + 2, clamped(toX)) };
}

function paintLetter(context: TimelineContext, letter: 'A' | 'B', x: number, top: number, color: string, theme: Theme): void {
  context.fillStyle = color;
  context.fillRect(x, top, LABEL, LABEL);
  context.font = theme.smallFont;
  context.textBaseline = 'middle';
  context.fillStyle = readableOn(color);
  drawText(context, letter, x + 3, top + LABEL / 2 + 0.5);
}
