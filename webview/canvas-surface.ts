/** Draws with CSS pixels; called at most once per animation frame. */
export type Paint = (context: CanvasRenderingContext2D, width: number, height: number) => void;

/** A canvas as large as its parent shows, sharp on every screen, repainted once per frame however often it was asked to. */
export class CanvasSurface {
  readonly canvas = document.createElement('canvas');
  readonly #context: CanvasRenderingContext2D;
  readonly #paint: Paint;
  #width = 0;
  #height = 0;
  #scheduled = false;
  /** Script time of the latest paint in milliseconds. */
  paintMs = 0;

  /** @throws when the browser gives no 2D context; the page then reports it. */
  constructor(parent: HTMLElement, paint: Paint) {
    const context = this.canvas.getContext('2d', { alpha: false });
    if (context === null) throw new Error('This browser gives no 2D canvas');
    this.#context = context;
    this.#paint = paint;
    parent.prepend(this.canvas);
    // In the next frame: a canvas that is too high for a moment brings a scroll bar, and a change of size while sizes are told fails.
    new ResizeObserver(() => requestAnimationFrame(() => this.#fit(parent))).observe(parent);
    this.#fit(parent);
  }

  get width(): number {
    return this.#width;
  }

  get height(): number {
    return this.#height;
  }

  /** Repaints in the next animation frame. */
  invalidate(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    requestAnimationFrame(() => {
      this.#scheduled = false;
      this.#draw();
    });
  }

  #fit(parent: HTMLElement): void {
    this.#width = parent.clientWidth;
    this.#height = parent.clientHeight;
    const ratio = window.devicePixelRatio;
    this.canvas.width = Math.max(1, Math.round(this.#width * ratio));
    this.canvas.height = Math.max(1, Math.round(this.#height * ratio));
    this.canvas.style.width = `${this.#width}px`;
    this.canvas.style.height = `${this.#height}px`;
    // Setting the size clears the canvas: drawing now, not in a frame, avoids a flash.
    this.#draw();
  }

  #draw(): void {
    if (this.#width <= 0 || this.#height <= 0) return;
    const begin = performance.now();
    const ratio = window.devicePixelRatio;
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#paint(this.#context, this.#width, this.#height);
    this.paintMs = performance.now() - begin;
  }
}
