/**
 * The fills of all boxes. There may be a thousand in each row, and as many calls of the canvas would make panning slow: they are
 * set as pixels of a small image, a line for each row of the flame graph, which the canvas gets in one piece.
 */
export class RowImage {
  readonly #canvas = document.createElement('canvas');
  readonly #context = this.#canvas.getContext('2d');
  #image: ImageData | undefined;
  #pixels = new Uint32Array(0);

  /** Begins a picture of so many pixels and rows. False when the browser gives no canvas for it. */
  begin(width: number, rows: number): boolean {
    if (this.#context === null || width < 1 || rows < 1) return false;
    if (this.#image === undefined || this.#image.width !== width || this.#image.height !== rows) {
      this.#canvas.width = width;
      this.#canvas.height = rows;
      this.#image = this.#context.createImageData(width, rows);
      this.#pixels = new Uint32Array(this.#image.data.buffer);
    } else {
      this.#pixels.fill(0);
    }
    return true;
  }

  /** Sets one pixel. @param color of `packedColor` */
  set(x: number, row: number, color: number): void {
    this.#pixels[row * this.#canvas.width + x] = color;
  }

  /** Sets the pixels from one to before another. */
  fill(left: number, right: number, row: number, color: number): void {
    const { width } = this.#canvas;
    this.#pixels.fill(color, row * width + Math.max(0, left), row * width + Math.min(width, right));
  }

  /**
   * Draws what was set, all rows at once, and a line below each: an image for each row would take ten times as long.
   * @param top upper edge of the first row @param gap colour of the lines
   */
  paint(context: CanvasRenderingContext2D, width: number, rowHeight: number, top: number, gap: string): void {
    if (this.#image === undefined || this.#context === null) return;
    const rows = this.#canvas.height;
    this.#context.putImageData(this.#image, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#canvas, 0, 0, this.#canvas.width, rows, 0, top, width, rows * rowHeight);
    context.fillStyle = gap;
    for (let row = 1; row <= rows; row++) context.fillRect(0, top + row * rowHeight - 1, width, 1);
  }
}

/** A colour as the image wants it. @param fill `#rrggbb` @param background `#rrggbb`, which `share` below 1 lets through */
export function packedColor(fill: string, background = fill, share = 1): number {
  // Red comes first in memory, and all computers with this editor put the lowest byte first.
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const [over, under] = [fill, background].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round((over ?? 0) * share + (under ?? 0) * (1 - share));
  });
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
