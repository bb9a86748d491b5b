/** Below this a loop is done before a fill has begun. */
const FEW = 16;

/** The fills of all boxes as pixels: a line for each row of the flame graph, a pixel for each column of the canvas. Colours are of `packedColor`. */
export class RowPixels {
  width = 0;
  rows = 0;
  /** Row by row; another array when the size is another. */
  pixels = new Uint32Array(0);

  /** Begins an empty picture. */
  begin(width: number, rows: number): void {
    if (this.width === width && this.rows === rows) {
      this.pixels.fill(0);
      return;
    }
    this.width = width;
    this.rows = rows;
    this.pixels = new Uint32Array(width * rows);
  }

  /** Moves all by so many columns to the left; what comes in at the edge is to be cleared and drawn. */
  moveLeft(columns: number): void {
    if (columns > 0) this.pixels.copyWithin(0, columns);
    else if (columns < 0) this.pixels.copyWithin(-columns, 0);
  }

  /** Empties columns from one to before another. */
  clear(from: number, to: number): void {
    for (let row = 0; row < this.rows; row++) this.fill(from, to, row, 0);
  }

  set(x: number, row: number, color: number): void {
    this.pixels[row * this.width + x] = color;
  }

  /** Sets the pixels from one to before another. */
  fill(left: number, right: number, row: number, color: number): void {
    const { width, pixels } = this;
    const from = row * width + Math.max(0, left);
    const to = row * width + Math.min(width, right);
    if (to - from > FEW) pixels.fill(color, from, to);
    else for (let at = from; at < to; at++) pixels[at] = color;
  }
}
