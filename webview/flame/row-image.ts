import type { RowPixels } from './row-pixels.ts';

/**
 * Brings the fills of all boxes onto a canvas. There may be a thousand in each row, and as many calls of the canvas would make panning
 * slow: it gets them in one piece, as a small image with a line for each row of the flame graph.
 */
export class RowImage {
  readonly #canvas = document.createElement('canvas');
  readonly #context = this.#canvas.getContext('2d');
  #image: ImageData | undefined;

  /**
   * Draws all rows at once, and a line below each: an image for each row would take ten times as long.
   * @param top upper edge of the first row @param gap colour of the lines
   */
  paint(context: CanvasRenderingContext2D, of: RowPixels, width: number, rowHeight: number, top: number, gap: string): void {
    // Not every browser gives a canvas of any size.
    if (this.#context === null) return;
    const { rows, pixels } = of;
    if (this.#image?.data.buffer !== pixels.buffer) {
      this.#canvas.width = of.width;
      this.#canvas.height = rows;
      this.#image = new ImageData(new Uint8ClampedArray(pixels.buffer), of.width, rows);
    }
    this.#context.putImageData(this.#image, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#canvas, 0, 0, of.width, rows, 0, top, width, rows * rowHeight);
    context.fillStyle = gap;
    for (let row = 1; row <= rows; row++) context.fillRect(0, top + row * rowHeight - 1, width, 1);
  }
}
