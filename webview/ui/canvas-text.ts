import { printable } from '../../core/text/printable.ts';

/** Draws a text of one line; no sign in it changes the order of what is drawn. */
export function drawText(context: Pick<CanvasRenderingContext2D, 'fillText'>, text: string, x: number, y: number): void {
  context.fillText(printable(text), x, y);
}
