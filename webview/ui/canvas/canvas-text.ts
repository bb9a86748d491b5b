import { printable } from '../../../core/text/printable.ts';

/** Draws one line; control characters cannot reorder it. */
export function drawText(context: Pick<CanvasRenderingContext2D, 'fillText'>, text: string, x: number, y: number): void {
  context.fillText(printable(text), x, y);
}
