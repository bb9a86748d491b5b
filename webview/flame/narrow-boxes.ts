/**
 * Boxes of a pixel's width. There may be a thousand in each row, and as many calls of the canvas would make panning slow: they are
 * set as pixels of a small image, a line for each row of the flame graph, and the canvas gets each line in one piece.
 */
export class NarrowBoxes {
  readonly #canvas = document.createElement('canvas');
  readonly #context = this.#canvas.getContext('2d');
  readonly #packed = new Map<string, number>();
  #image: ImageData | undefined;
  #pixels = new Uint32Array(0);

  /** Begins a picture. False when the browser gives no canvas for it: then each box has to be drawn by itself. */
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

  /** Sets one pixel. @param fill `#rrggbb` */
  set(x: number, row: number, fill: string): void {
    let packed = this.#packed.get(fill);
    if (packed === undefined) {
      // Red comes first in memory, and all computers with this editor put the lowest byte first.
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(fill.slice(at, at + 2), 16));
      packed = ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
      this.#packed.set(fill, packed);
    }
    this.#pixels[row * this.#canvas.width + x] = packed;
  }

  /** Draws what was set; `topOf` gives the upper edge of a row. */
  paint(context: CanvasRenderingContext2D, height: number, topOf: (row: number) => number): void {
    if (this.#image === undefined || this.#context === null) return;
    this.#context.putImageData(this.#image, 0, 0);
    context.imageSmoothingEnabled = false;
    const { width, height: rows } = this.#canvas;
    for (let row = 0; row < rows; row++) context.drawImage(this.#canvas, 0, row, width, 1, 0, topOf(row), width, height);
  }
}
