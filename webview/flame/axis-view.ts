import { CanvasSurface } from '../canvas-surface.ts';
import { formatCount, formatDuration, formatMoment, formatShare } from '../format.ts';
import type { Theme } from '../theme.ts';
import { axisTicks } from '../timeline/axis.ts';
import type { FlameAxis } from './content.ts';
import { fromPixel, spanOf, toPixel, type Viewport } from './viewport.ts';

const CLICK_PX = 4;

/** The scale above the flame graph: moments of the session, or summed time. A drag on it selects a stretch. */
export class AxisView {
  readonly #surface: CanvasSurface;
  readonly #element: HTMLElement;
  #theme: Theme;
  #view: Viewport = { fromX: 0, toX: 1 };
  #axis: FlameAxis = 'time';
  #drag: { fromX: number; toX: number } | undefined;

  constructor(element: HTMLElement, theme: Theme, selected: (fromX: number, toX: number) => void) {
    this.#element = element;
    this.#theme = theme;
    this.#surface = new CanvasSurface(element, (context, width, height) => this.#paint(context, width, height));
    element.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || this.#axis !== 'time') return;
      this.#drag = { fromX: this.#x(event), toX: this.#x(event) };
      element.setPointerCapture(event.pointerId);
    });
    element.addEventListener('pointermove', (event) => {
      if (this.#drag === undefined) return;
      this.#drag.toX = this.#x(event);
      this.#surface.invalidate();
    });
    element.addEventListener('pointerup', () => {
      const drag = this.#drag;
      this.#drag = undefined;
      this.#surface.invalidate();
      if (drag === undefined || Math.abs(drag.toX - drag.fromX) < CLICK_PX) return;
      const ends = [drag.fromX, drag.toX].map((pixel) => fromPixel(this.#view, this.#surface.width, pixel));
      selected(Math.min(...ends), Math.max(...ends));
    });
  }

  show(view: Viewport, axis: FlameAxis): void {
    this.#view = view;
    this.#axis = axis;
    this.#surface.invalidate();
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#surface.invalidate();
  }

  #x(event: PointerEvent): number {
    return event.clientX - this.#element.getBoundingClientRect().left;
  }

  #label(tick: number, digits: number): string {
    switch (this.#axis) {
      case 'time':
        return formatMoment(tick, digits);
      case 'summed':
        return formatDuration(tick);
      case 'share':
        return formatShare(tick / 1e6);
      case 'samples':
        return formatCount(tick);
    }
  }

  #paint(context: CanvasRenderingContext2D, width: number, height: number): void {
    const theme = this.#theme;
    context.fillStyle = theme.background;
    context.fillRect(0, 0, width, height);
    context.font = theme.smallFont;
    context.textBaseline = 'middle';
    const digits = Math.min(6, Math.max(0, Math.ceil(-Math.log10(spanOf(this.#view) / 8e6))));
    for (const tick of axisTicks(this.#view, width)) {
      const x = Math.round(toPixel(this.#view, width, tick));
      context.fillStyle = theme.line;
      context.fillRect(x, height - 5, 1, 5);
      context.fillStyle = theme.muted;
      context.fillText(this.#label(tick, digits), x + 4, height / 2);
    }
    if (this.#drag === undefined) return;
    context.globalAlpha = 0.35;
    context.fillStyle = theme.focus;
    context.fillRect(Math.min(this.#drag.fromX, this.#drag.toX), 0, Math.abs(this.#drag.toX - this.#drag.fromX), height);
    context.globalAlpha = 1;
  }
}
