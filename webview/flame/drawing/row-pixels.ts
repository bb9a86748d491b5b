/** Below this a loop is faster than `fill`. */
const FEW = 16;

/** Fills as pixels: a line per row, a pixel per column, colours of `packedColor`. */
export class RowPixels {
  width = 0;
  rows = 0;
  /** Row by row; replaced when the size changes. */
  pixels = new Uint32Array(0);
  /** For each pixel, moments that narrow boxes cover, 0 for wide boxes and none. */
  covered = new Uint8Array(0);

  begin(width: number, rows: number): void {
    if (this.width === width && this.rows === rows) {
      this.pixels.fill(0);
      this.covered.fill(0);
      return;
    }
    this.width = width;
    this.rows = rows;
    this.pixels = new Uint32Array(width * rows);
    this.covered = new Uint8Array(width * rows);
  }

  /** The uncovered edge keeps old pixels: clear and draw it. */
  moveLeft(columns: number): void {
    const [to, from] = [Math.max(0, -columns), Math.max(0, columns)];
    if (columns === 0) return;
    this.pixels.copyWithin(to, from);
    this.covered.copyWithin(to, from);
  }

  /** The end is exclusive. */
  clear(from: number, to: number): void {
    for (let row = 0; row < this.rows; row++) this.fill(from, to, row, 0);
  }

  /** Place in `pixels`. */
  place(x: number, row: number): number {
    return row * this.width + x;
  }

  /** The end is exclusive. @param moments as in `covered` */
  fill(left: number, right: number, row: number, color: number, moments = 0): void {
    const { width, pixels, covered } = this;
    const from = this.place(Math.max(0, left), row);
    const to = this.place(Math.min(width, right), row);
    if (to - from > FEW) {
      pixels.fill(color, from, to);
      covered.fill(moments, from, to);
      return;
    }
    for (let at = from; at < to; at++) {
      pixels[at] = color;
      covered[at] = moments;
    }
  }
}
