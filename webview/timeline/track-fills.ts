import type { Theme } from '../theme.ts';

/** How each state is filled: by colour and by pattern, as no colour is told apart by everyone. */
export interface TrackFills {
  readonly running: string | CanvasPattern;
  readonly blocked: string | CanvasPattern;
  readonly waiting: string | CanvasPattern;
  readonly pause: string | CanvasPattern;
  readonly unknown: string | CanvasPattern;
  readonly unseen: string | CanvasPattern;
}

/** Draws a tile's pattern on `size` x `size`. */
type Drawing = (context: CanvasRenderingContext2D, size: number) => void;

const SIZE = 6;

/** Fills in the theme's colours. */
export function trackFills(theme: Theme): TrackFills {
  const ground = theme.highContrast ? theme.background : undefined;
  return {
    running: theme.busy,
    blocked: tile(theme.blocked, ground ?? theme.blocked, ground ? theme.blocked : theme.background, diagonal),
    waiting: theme.waiting,
    pause: tile(theme.garbage, ground ?? theme.garbage, ground ? theme.garbage : theme.background, upright),
    unknown: tile(theme.muted, theme.background, theme.muted, dots),
    unseen: tile(theme.line, theme.background, theme.line, diagonal),
  };
}

const diagonal: Drawing = (context, size) => {
  context.beginPath();
  // The corners that the line leaves out are those of its neighbours.
  for (const shift of [-size, 0, size]) {
    context.moveTo(shift - 1, size + 1);
    context.lineTo(shift + size + 1, -1);
  }
  context.stroke();
};

const upright: Drawing = (context, size) => {
  for (let x = 0; x < size; x += 3) context.fillRect(x, 0, 1, size);
};

const dots: Drawing = (context, size) => {
  for (let x = 0; x < size; x += 3) context.fillRect(x, x % 2 === 0 ? 1 : 4, 1.5, 1.5);
};

/** @param plain what is taken where the browser makes no patterns */
function tile(plain: string, ground: string, ink: string, draw: Drawing): string | CanvasPattern {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (context === null) return plain;
  context.fillStyle = ground;
  context.fillRect(0, 0, SIZE, SIZE);
  context.fillStyle = ink;
  context.strokeStyle = ink;
  context.lineWidth = 1;
  draw(context, SIZE);
  return context.createPattern(canvas, 'repeat') ?? plain;
}
