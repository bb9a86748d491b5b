import { CanvasSurface } from '../ui/canvas-surface.ts';
import type { Theme } from '../ui/theme.ts';
import { CachedLayer } from './cached-layer.ts';

/** What a picture over time is painted by. Sizes are CSS pixels. */
export interface TimeFrame<Colors> {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  readonly colors: Colors;
  /** The moment that keys move, session microseconds. */
  readonly cursorUs: number | undefined;
}

export interface TimeLayers<Colors> {
  /** Paints what stands still while pointer and cursor move. */
  base(context: CanvasRenderingContext2D, frame: TimeFrame<Colors>): void;
  /** Paints what moves over it. */
  overlay(context: CanvasRenderingContext2D, frame: TimeFrame<Colors>): void;
}

/** A canvas over time: its picture is kept, so that a cursor or a pointer that moves over it costs little. */
export class TimeCanvas<Colors> {
  readonly #colorsOf: (theme: Theme) => Colors;
  readonly #base = new CachedLayer();
  readonly #surface: CanvasSurface;
  #theme: Theme;
  #colors: Colors;
  #cursorUs: number | undefined;

  /** @param colorsOf what is worked out of a theme once, not at every paint */
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

  /** All of it is out of date. */
  repaint(): void {
    this.#base.invalidate();
    this.#surface.invalidate();
  }

  /** Only what moves over it is. */
  repaintOverlay(): void {
    this.#surface.invalidate();
  }

  showCursor(atUs: number | undefined): void {
    this.#cursorUs = atUs;
    this.repaintOverlay();
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#colors = this.#colorsOf(theme);
    this.repaint();
  }

  /** Script time of the latest paint in milliseconds. */
  get paintMs(): number {
    return this.#surface.paintMs;
  }
}
