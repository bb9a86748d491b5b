import type { BoxState } from '../box-state.ts';

/** Patterns of the timeline's states (`timeline/track-fills.ts`). */
type Pattern = 'stripes' | 'bars' | 'levels' | 'dots';

/** Period in pixels. */
const periods: Readonly<Record<Pattern, number>> = { stripes: 6, bars: 3, levels: 3, dots: 6 };
/** Share of the letters' colour. */
const STRENGTH = 0.5;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The pattern of a state, if it has one. */
export function statePattern(state: BoxState | undefined): Pattern | undefined {
  switch (state) {
    case 'blocked':
      return 'stripes';
    case 'garbage':
      return 'bars';
    case 'ready':
      return 'levels';
    case 'unknown':
      return 'dots';
    default:
      return undefined;
  }
}

/** Patterns beside the names of boxes, aligned to the canvas so that neighbours match. */
export class Hatching {
  readonly #tiles = new Map<string, CanvasPattern | null>();

  paint(context: CanvasRenderingContext2D, { left, top, width, height }: Box, pattern: Pattern, color: string): void {
    const tile = this.#tile(context, pattern, color);
    if (tile === null) return;
    const alpha = context.globalAlpha;
    context.globalAlpha = alpha * STRENGTH;
    context.fillStyle = tile;
    context.fillRect(left, top, width, height);
    context.globalAlpha = alpha;
  }

  #tile(context: CanvasRenderingContext2D, pattern: Pattern, color: string): CanvasPattern | null {
    const key = `${pattern} ${color}`;
    const known = this.#tiles.get(key);
    if (known !== undefined) return known;
    const step = periods[pattern];
    const canvas = document.createElement('canvas');
    canvas.width = step;
    canvas.height = step;
    const drawing = canvas.getContext('2d');
    if (drawing !== null) draw(drawing, pattern, step, color);
    const tile = context.createPattern(canvas, 'repeat');
    this.#tiles.set(key, tile);
    return tile;
  }
}

function draw(drawing: CanvasRenderingContext2D, pattern: Pattern, step: number, color: string): void {
  drawing.fillStyle = color;
  drawing.strokeStyle = color;
  switch (pattern) {
    case 'bars':
      drawing.fillRect(0, 0, 1, step);
      return;
    case 'levels':
      drawing.fillRect(0, 0, step, 1);
      return;
    case 'dots':
      drawing.fillRect(0, 0, 1.5, 1.5);
      drawing.fillRect(step / 2, step / 2, 1.5, 1.5);
      return;
    case 'stripes':
      drawing.lineWidth = 2;
      drawing.beginPath();
      // Neighbouring lines fill the corners.
      for (const shift of [-step, 0, step]) {
        drawing.moveTo(shift - 1, step + 1);
        drawing.lineTo(shift + step + 1, -1);
      }
      drawing.stroke();
  }
}
