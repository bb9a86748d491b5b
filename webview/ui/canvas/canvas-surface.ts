import { paintInFrame } from './animation-frame.ts';

/** Draws in CSS pixels, at most once per animation frame. */
type Paint = (context: CanvasRenderingContext2D, width: number, height: number) => void;

/** A canvas that fills its parent, sharp on every screen, repainted once per frame. */
export class CanvasSurface {
  readonly canvas = document.createElement('canvas');
  readonly #parent: HTMLElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #paint: Paint;
  readonly #draw = (): void => this.#drawNow();
  readonly #refit = (): void => {
    if (this.#fit()) this.#drawNow();
  };
  #width = 0;
  #height = 0;
  #ratio = 0;

  /** @throws without a 2D context */
  constructor(parent: HTMLElement, paint: Paint) {
    const context = this.canvas.getContext('2d', { alpha: false });
    if (context === null) throw new Error('This browser gives no 2D canvas');
    this.#parent = parent;
    this.#context = context;
    this.#paint = paint;
    parent.prepend(this.canvas);
    // In the next frame: a canvas too high would add a scroll bar, and resizing inside the observer fails.
    new ResizeObserver(() => paintInFrame(this.#refit)).observe(parent);
    this.#drawNow();
  }

  get width(): number {
    return this.#width;
  }

  get height(): number {
    return this.#height;
  }

  invalidate(): void {
    paintInFrame(this.#draw);
  }

  /** Fits the canvas to its parent; true if that cleared it. */
  #fit(): boolean {
    const { clientWidth, clientHeight } = this.#parent;
    const ratio = window.devicePixelRatio;
    if (clientWidth === this.#width && clientHeight === this.#height && ratio === this.#ratio) return false;
    this.#width = clientWidth;
    this.#height = clientHeight;
    this.#ratio = ratio;
    this.canvas.width = Math.max(1, Math.round(clientWidth * ratio));
    this.canvas.height = Math.max(1, Math.round(clientHeight * ratio));
    this.canvas.style.width = `${clientWidth}px`;
    this.canvas.style.height = `${clientHeight}px`;
    return true;
  }

  /** Fits first: a paint in the old size would be repeated. */
  #drawNow(): void {
    this.#fit();
    if (this.#width <= 0 || this.#height <= 0) return;
    this.#context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
    this.#paint(this.#context, this.#width, this.#height);
  }
}
