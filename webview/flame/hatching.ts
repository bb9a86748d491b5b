import type { Certainty } from './painter.ts';

/** Distance of lines; unknown names are hatched closer. */
const STEP_PX = { nearest: 8, unknown: 4 } as const;
/** Labels stay readable. */
const STRENGTH = 0.28;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Slanting lines over uncertain boxes, aligned to the canvas so that neighbours match. */
export class Hatching {
  readonly #tiles = new Map<string, CanvasPattern | null>();

  paint(
    context: CanvasRenderingContext2D,
    { left, top, width, height }: Box,
    certainty: Exclude<Certainty, 'certain'>,
    color: string,
  ): void {
    const tile = this.#tile(context, STEP_PX[certainty], color);
    if (tile === null) return;
    const alpha = context.globalAlpha;
    context.globalAlpha = alpha * STRENGTH;
    context.fillStyle = tile;
    context.fillRect(left, top, width, height);
    context.globalAlpha = alpha;
  }

  #tile(context: CanvasRenderingContext2D, step: number, color: string): CanvasPattern | null {
    const key = `${step} ${color}`;
    const known = this.#tiles.get(key);
    if (known !== undefined) return known;
    const canvas = document.createElement('canvas');
    canvas.width = step;
    canvas.height = step;
    const drawing = canvas.getContext('2d');
    if (drawing !== null) {
      drawing.strokeStyle = color;
      drawing.lineWidth = 1;
      drawing.beginPath();
      // Neighbouring lines fill the corners.
      for (const shift of [-step, 0, step]) {
        drawing.moveTo(shift - 1, step + 1);
        drawing.lineTo(shift + step + 1, -1);
      }
      drawing.stroke();
    }
    const tile = context.createPattern(canvas, 'repeat');
    this.#tiles.set(key, tile);
    return tile;
  }
}
