import { CanvasSurface } from '../canvas-surface.ts';
import type { Theme } from '../theme.ts';
import { StillPicture } from './still-picture.ts';

/** What a picture over time is painted by. Sizes are CSS pixels. */
export interface TimeFrame<Inks> {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  readonly inks: Inks;
  /** The moment that keys move, session microseconds. */
  readonly cursorUs: number | undefined;
}

export interface TimePaints<Inks> {
  /** Paints what stands still while pointer and cursor move. */
  still(context: CanvasRenderingContext2D, frame: TimeFrame<Inks>): void;
  /** Paints what moves over it. */
  over(context: CanvasRenderingContext2D, frame: TimeFrame<Inks>): void;
}

/** A canvas over time: its picture is kept, so that a cursor or a pointer that moves over it costs little. */
export class TimePicture<Inks> {
  readonly #inksOf: (theme: Theme) => Inks;
  readonly #still = new StillPicture();
  readonly #surface: CanvasSurface;
  #theme: Theme;
  #inks: Inks;
  #cursorUs: number | undefined;

  /** @param inksOf what is worked out of a theme once, not at every paint */
  constructor(parent: HTMLElement, theme: Theme, inksOf: (theme: Theme) => Inks, paints: TimePaints<Inks>) {
    this.#inksOf = inksOf;
    this.#theme = theme;
    this.#inks = inksOf(theme);
    this.#surface = new CanvasSurface(parent, (context, width, height) => {
      const frame = { width, height, theme: this.#theme, inks: this.#inks, cursorUs: this.#cursorUs };
      this.#still.draw(context, (still) => paints.still(still, frame));
      paints.over(context, frame);
    });
  }

  /** All of it is out of date. */
  repaint(): void {
    this.#still.forget();
    this.#surface.invalidate();
  }

  /** Only what moves over it is. */
  repaintOver(): void {
    this.#surface.invalidate();
  }

  showCursor(atUs: number | undefined): void {
    this.#cursorUs = atUs;
    this.repaintOver();
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#inks = this.#inksOf(theme);
    this.repaint();
  }

  /** Script time of the latest paint in milliseconds. */
  get paintMs(): number {
    return this.#surface.paintMs;
  }
}
