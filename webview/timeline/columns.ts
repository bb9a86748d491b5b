import { float32At, uint16At } from '../../core/columns/at.ts';
/** A colour, or a pattern of two for readers who don't see colours. Colours as from `pixelOf`. */
export interface Fill {
  readonly background: number;
  readonly foreground: number;
  readonly pattern: 'solid' | 'diagonal' | 'upright' | 'level' | 'dots';
}

/** Reaches from the layer below to `top`, in shares of the height. */
export interface ColumnLayer {
  readonly top: Float32Array;
  readonly fill: Fill;
}

/** `#rrggbb` as an opaque pixel in a canvas' byte order. */
export function pixelOf(color: string): number {
  const rgb = Number.parseInt(color.slice(1), 16);
  return Number.isNaN(rgb) ? 0xff808080 : (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >>> 16)) >>> 0;
}

/** Mixes `share` of a colour into another one. */
export function blended(color: number, ground: number, share: number): number {
  const channel = (shift: number): number =>
    Math.round(((color >>> shift) & 0xff) * share + ((ground >>> shift) & 0xff) * (1 - share)) << shift;
  return (0xff000000 | channel(16) | channel(8) | channel(0)) >>> 0;
}

export function solid(color: string): Fill {
  return { background: pixelOf(color), foreground: pixelOf(color), pattern: 'solid' };
}

/** Distance of lines and dots in pixels. */
const PERIOD = 6;

const tiles = new WeakMap<Fill, Int32Array>();

/** One tile of a fill, `PERIOD` squared, column by column. */
function tileOf(fill: Fill): Int32Array {
  let tile = tiles.get(fill);
  if (tile === undefined) {
    tile = Int32Array.from({ length: PERIOD * PERIOD }, (_, at) =>
      isForeground(fill, Math.floor(at / PERIOD), at % PERIOD) ? fill.foreground : fill.background,
    );
    tiles.set(fill, tile);
  }
  return tile;
}

function isForeground({ pattern }: Fill, x: number, y: number): boolean {
  switch (pattern) {
    case 'solid':
      return false;
    case 'diagonal':
      return (x + y) % PERIOD < 2;
    case 'upright':
      return x % 3 === 0;
    case 'level':
      return y % 3 === 0;
    case 'dots':
      return x % 3 === 0 && y % 3 === 0 && (x + y) % PERIOD === 0;
  }
}

/**
 * Fills one column per pixel. Rectangles would cost ten times as much, patterns fifty times.
 * @param pixels `width` x `height`, row by row
 */
export function fillColumns(pixels: Uint32Array, width: number, height: number, layers: readonly ColumnLayer[], background: number): void {
  pixels.fill(background);
  const filled = new Uint16Array(width);
  for (const { top, fill } of layers) {
    // A signed integer; otherwise each pixel converts it again.
    const ground = fill.background | 0;
    const tile = fill.pattern === 'solid' ? undefined : tileOf(fill);
    for (let x = 0; x < width; x++) {
      const from = uint16At(filled, x);
      const to = Math.min(height, Math.round(float32At(top, x) * height));
      if (to <= from) continue;
      filled[x] = to;
      const end = (height - from) * width + x;
      let at = (height - to) * width + x;
      if (tile === undefined) {
        for (; at < end; at += width) pixels[at] = ground;
        continue;
      }
      const column = (x % PERIOD) * PERIOD;
      for (let y = (height - to) % PERIOD; at < end; at += width) {
        pixels[at] = tile[column + y] ?? ground;
        // A remainder per pixel would cost more than the rest.
        y = y + 1 === PERIOD ? 0 : y + 1;
      }
    }
  }
}

export interface PixelContext extends Pick<CanvasRenderingContext2D, 'putImageData' | 'getTransform'> {
  createImageData(width: number, height: number): ImageData;
}

/** Position on a canvas in CSS pixels. */
export interface Place {
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
}

/** Screen pixels per CSS pixel. */
function pixelRatio(context: PixelContext): number {
  return context.getTransform().a;
}

/** Screen columns of a place. */
export function columnsOf(context: PixelContext, { width }: Place): number {
  return Math.max(1, Math.floor(width * pixelRatio(context)));
}

/** Images by size; otherwise each row of the tracks allocates one per frame. */
const images = new Map<number, ImageData>();
const MOST_IMAGES = 8;

function imageOf(context: PixelContext, width: number, height: number): ImageData {
  const key = width * 0x10000 + height;
  const known = images.get(key);
  if (known !== undefined) return known;
  if (images.size >= MOST_IMAGES) images.clear();
  const image = context.createImageData(width, height);
  images.set(key, image);
  return image;
}

/** Draws pixels at screen resolution. `fill` gets the pixels of an earlier drawing, and their width and height. */
export function paintPixels(context: PixelContext, place: Place, fill: (pixels: Uint32Array, width: number, height: number) => void): void {
  const ratio = pixelRatio(context);
  const width = columnsOf(context, place);
  const height = Math.max(1, Math.round(place.height * ratio));
  const image = imageOf(context, width, height);
  fill(new Uint32Array(image.data.buffer), width, height);
  context.putImageData(image, Math.round(place.left * ratio), Math.round(place.top * ratio));
}
