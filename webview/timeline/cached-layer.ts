/** A cached drawing, so that a hover costs one copy and one line. */
export class CachedLayer {
  readonly #canvas = document.createElement('canvas');
  #isStale = true;

  invalidate(): void {
    this.#isStale = true;
  }

  /** Draws the cached image; `paint` renews it first when needed. */
  draw(context: CanvasRenderingContext2D, paint: (context: CanvasRenderingContext2D) => void): void {
    const { width, height } = context.canvas;
    const still = this.#canvas.getContext('2d', { alpha: false });
    if (still === null) {
      paint(context);
      return;
    }
    if (this.#isStale || this.#canvas.width !== width || this.#canvas.height !== height) {
      // Setting a canvas' size allocates memory, even when the size is the same.
      if (this.#canvas.width !== width) this.#canvas.width = width;
      if (this.#canvas.height !== height) this.#canvas.height = height;
      still.setTransform(context.getTransform());
      paint(still);
      this.#isStale = false;
    }
    context.save();
    context.resetTransform();
    context.drawImage(this.#canvas, 0, 0);
    context.restore();
  }
}
