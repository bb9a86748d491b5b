import { float32At, uint16At } from '../../core/columns/at.ts';
/** A fill: a colour, or a pattern of two, as no colour is told apart by everyone. Colours are as `pixelOf` makes them. */
export interface Fill {
  readonly background: number;
  readonly foreground: number;
  readonly pattern: 'solid' | 'diagonal' | 'upright' | 'dots';
}

/** One layer of a stack of columns: what lies between the layer below and its top, in shares of the height. */
export interface ColumnLayer {
  readonly top: Float32Array;
  readonly fill: Fill;
}

/** A colour as canvases keep it in memory: `#rrggbb` with the bytes turned round, opaque. */
export function pixelOf(color: string): number {
  const rgb = Number.parseInt(color.slice(1), 16);
  return Number.isNaN(rgb) ? 0xff808080 : (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >>> 16)) >>> 0;
}

/** A colour mixed into another one; `share` of it is seen. */
export function blended(color: number, ground: number, share: number): number {
  const channel = (shift: number): number =>
    Math.round(((color >>> shift) & 0xff) * share + ((ground >>> shift) & 0xff) * (1 - share)) << shift;
  return (0xff000000 | channel(16) | channel(8) | channel(0)) >>> 0;
}

export function solid(color: string): Fill {
  return { background: pixelOf(color), foreground: pixelOf(color), pattern: 'solid' };
}

/** Lines and dots lie this many pixels apart. */
const PERIOD = 6;

const tiles = new WeakMap<Fill, Int32Array>();

/** The colours of a fill in a square of `PERIOD`, which is repeated: column by column. */
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
    case 'dots':
      return x % 3 === 0 && y % 3 === 0 && (x + y) % PERIOD === 0;
  }
}

/**
 * Fills pixels with columns of layers, one column per pixel of the width: thousands of rectangles would cost ten times as much, and with
 * patterns fifty times.
 * @param pixels `width` x `height`, row by row
 */
export function fillColumns(pixels: Uint32Array, width: number, height: number, layers: readonly ColumnLayer[], background: number): void {
  pixels.fill(background);
  const filled = new Uint16Array(width);
  for (const { top, fill } of layers) {
    // As a whole number with a sign: else it would be made one again for each pixel.
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
        // A remainder for each pixel would cost more than all the rest.
        y = y + 1 === PERIOD ? 0 : y + 1;
      }
    }
  }
}

/** What is used of a canvas. */
export interface PixelContext extends Pick<CanvasRenderingContext2D, 'putImageData' | 'getTransform'> {
  createImageData(width: number, height: number): ImageData;
}

/** Where a picture is drawn, in CSS pixels. */
export interface Place {
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
}

/** Pixels of the screen for each CSS pixel. */
export function pixelRatio(context: PixelContext): number {
  return context.getTransform().a;
}

/** Columns that a place has on the screen. */
export function columnsOf(context: PixelContext, { width }: Place): number {
  return Math.max(1, Math.floor(width * pixelRatio(context)));
}

/** Images by their size: each row of the tracks would leave one behind, in each frame. */
const images = new Map<number, ImageData>();
/** Sizes that are kept. */
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

/**
 * Draws pixels onto a place, whatever the screen's resolution. `fill` gets those of a picture before, and how many they are from left to
 * right and top down.
 */
export function paintPixels(context: PixelContext, place: Place, fill: (pixels: Uint32Array, width: number, height: number) => void): void {
  const ratio = pixelRatio(context);
  const width = columnsOf(context, place);
  const height = Math.max(1, Math.round(place.height * ratio));
  const image = imageOf(context, width, height);
  fill(new Uint32Array(image.data.buffer), width, height);
  context.putImageData(image, Math.round(place.left * ratio), Math.round(place.top * ratio));
}
