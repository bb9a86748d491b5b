import type { Dispatch } from '../../state/page-action.ts';
import { axisTicks, sizeTicks } from '../../ui/canvas/axis.ts';
import { CanvasSurface } from '../../ui/canvas/canvas-surface.ts';
import { drawText } from '../../ui/canvas/canvas-text.ts';
import { RangeDrag } from '../../ui/canvas/range-drag.ts';
import { formatBytes, formatCount, formatDuration, formatMoment, formatShare, formatZero } from '../../ui/format.ts';
import type { Theme } from '../../ui/theme.ts';
import { fromPixel, spanOf, toPixel, type Viewport } from '../../ui/viewport.ts';
import type { FlameAxis } from '../content.ts';

/** The scale above the flame graph; a drag selects a time range. */
export class AxisView {
  readonly #surface: CanvasSurface;
  #theme: Theme;
  #view: Viewport = { fromX: 0, toX: 1 };
  #axis: FlameAxis = 'moments';
  readonly #drag: RangeDrag;

  /** @param hovered called with the pointer's place on the scale, undefined when it left */
  constructor(element: HTMLElement, theme: Theme, dispatch: Dispatch, hovered: (x: number | undefined) => void) {
    this.#theme = theme;
    const xAt = (pixel: number): number => fromPixel(this.#view, this.#surface.width, pixel);
    this.#drag = new RangeDrag(element, () => this.#axis === 'moments', {
      moved: (x) => {
        if (this.#drag.isActive || x === undefined) this.#surface.invalidate();
        hovered(x === undefined ? undefined : xAt(x));
      },
      click: () => this.#surface.invalidate(),
      range: (from, to) => {
        this.#surface.invalidate();
        dispatch({ type: 'selectRange', beginUs: xAt(from), endUs: xAt(to), second: false });
      },
    });
    this.#surface = new CanvasSurface(element, (context, width, height) => this.#paint(context, width, height));
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

  #label(tick: number, digits: number): string {
    switch (this.#axis) {
      case 'moments':
        return formatMoment(tick, digits);
      case 'summed':
        return formatDuration(tick);
      case 'share':
        return formatShare(tick / 1e6);
      case 'samples':
        return formatCount(tick);
      case 'bytes':
        return formatBytes(tick);
    }
  }

  #paint(context: CanvasRenderingContext2D, width: number, height: number): void {
    const theme = this.#theme;
    context.fillStyle = theme.background;
    context.fillRect(0, 0, width, height);
    context.font = theme.smallFont;
    context.textBaseline = 'middle';
    const digits = Math.min(6, Math.max(0, Math.ceil(-Math.log10(spanOf(this.#view) / 8e6))));
    const ticks = this.#axis === 'bytes' ? sizeTicks(this.#view, width) : axisTicks(this.#view, width);
    const hasUnit = this.#axis === 'bytes' || this.#axis === 'summed';
    const other = this.#label(ticks.find((tick) => tick > 0) ?? this.#view.toX, digits);
    for (const tick of ticks) {
      const x = Math.round(toPixel(this.#view, width, tick));
      context.fillStyle = theme.line;
      context.fillRect(x, height - 5, 1, 5);
      context.fillStyle = theme.muted;
      const label = tick === 0 && hasUnit ? formatZero(other) : this.#label(tick, digits);
      drawText(context, label, x + 4, height / 2);
    }
    const { dragged } = this.#drag;
    if (dragged === undefined) return;
    context.globalAlpha = 0.35;
    context.fillStyle = theme.focus;
    context.fillRect(Math.min(dragged.beginX, dragged.endX), 0, Math.abs(dragged.endX - dragged.beginX), height);
    context.globalAlpha = 1;
  }
}
