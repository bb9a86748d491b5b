import type { Certainty } from './painter.ts';

/** Pixels from one line to the next: what is wholly unknown is hatched closer. */
const STEP_PX = { nearest: 8, unknown: 4 } as const;
/** Faint enough for the label on it to be read. */
const STRENGTH = 0.28;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Slanting lines over boxes whose names are not certain. They hold still relative to the picture's corner, so that neighbours match. */
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
      // The corners that the line leaves out are those of its neighbours.
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
