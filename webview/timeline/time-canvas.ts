import { CanvasSurface } from '../ui/canvas/canvas-surface.ts';
import type { Theme } from '../ui/theme.ts';

/** Input of a drawing over time. CSS pixels. */
interface TimeFrame<Colors> {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  readonly colors: Colors;
  /** Cursor in session microseconds. */
  readonly cursorUs: number | undefined;
}

interface TimeLayers<Colors> {
  /** Paints what pointer and cursor don't move. */
  base(context: CanvasRenderingContext2D, frame: TimeFrame<Colors>): void;
  /** Paints what moves over it. */
  overlay(context: CanvasRenderingContext2D, frame: TimeFrame<Colors>): void;
}

/** A canvas with a cached base, so that pointer and cursor moves are cheap. */
export class TimeCanvas<Colors> {
  #colorsOf: (theme: Theme) => Colors;
  readonly #base = new CachedLayer();
  readonly #surface: CanvasSurface;
  #theme: Theme;
  #colors: Colors;
  #cursorUs: number | undefined;

  /** @param colorsOf derives colours once per theme */
  constructor(parent: HTMLElement, theme: Theme, colorsOf: (theme: Theme) => Colors, paints: TimeLayers<Colors>) {
    this.#colorsOf = colorsOf;
    this.#theme = theme;
    this.#colors = colorsOf(theme);
    this.#surface = new CanvasSurface(parent, (context, width, height) => {
      const frame = { width, height, theme: this.#theme, colors: this.#colors, cursorUs: this.#cursorUs };
      this.#base.draw(context, (still) => paints.base(still, frame));
      paints.overlay(context, frame);
    });
  }

  repaint(): void {
    this.#base.invalidate();
    this.#surface.invalidate();
  }

  repaintOverlay(): void {
    this.#surface.invalidate();
  }

  showCursor(atUs: number | undefined): void {
    this.#cursorUs = atUs;
    this.repaintOverlay();
  }

  setColors(colorsOf: (theme: Theme) => Colors): void {
    this.#colorsOf = colorsOf;
    this.setTheme(this.#theme);
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#colors = this.#colorsOf(theme);
    this.repaint();
  }
}

/** A cached drawing, so that a hover costs one copy and one line. */
class CachedLayer {
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
