/** What does not change while the pointer moves, kept as a picture: a hover costs a copy and a line. */
export class CachedLayer {
  readonly #canvas = document.createElement('canvas');
  #isStale = true;

  /** What is kept is no longer right. */
  invalidate(): void {
    this.#isStale = true;
  }

  /** Brings the picture onto the canvas of a context; `paint` makes it when it is needed. */
  draw(context: CanvasRenderingContext2D, paint: (context: CanvasRenderingContext2D) => void): void {
    const { width, height } = context.canvas;
    const still = this.#canvas.getContext('2d', { alpha: false });
    if (still === null) {
      paint(context);
      return;
    }
    if (this.#isStale || this.#canvas.width !== width || this.#canvas.height !== height) {
      // It is painted all over: a canvas whose size is set gets other memory, even when that is the size it has.
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
