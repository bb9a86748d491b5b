import { CanvasSurface } from '../canvas-surface.ts';
import { fromPixel } from '../flame/viewport.ts';
import type { Theme } from '../theme.ts';
import { movedByKey } from './axis.ts';
import { type Flag, flagAt } from './flags.ts';
import { paintTimeline, type TimelineData } from './timeline-painter.ts';

const CLICK_PX = 4;

export interface TimelineEvents {
  /** A stretch was dragged or moved by keys. */
  range(fromUs: number, toUs: number): void;
  /** A moment was clicked. */
  moment(atUs: number): void;
  reset(): void;
  /** `flag`: name of the mark or run that the pointer is on. */
  hover(atUs: number | undefined, flag: string | undefined, clientX: number, clientY: number): void;
}

/** The whole session at a glance: what the main thread did, where the lags are, which stretch the flame graph shows. */
export class TimelineView {
  readonly #element: HTMLElement;
  readonly #surface: CanvasSurface;
  readonly #events: TimelineEvents;
  #theme: Theme;
  #data: TimelineData | undefined;
  #drag: { fromX: number; toX: number } | undefined;
  #hoverX: number | undefined;
  #flags: readonly Flag[] = [];

  constructor(element: HTMLElement, theme: Theme, events: TimelineEvents) {
    this.#element = element;
    this.#theme = theme;
    this.#events = events;
    this.#surface = new CanvasSurface(element, (context, width, height) => {
      if (this.#data === undefined) return;
      this.#flags = paintTimeline(context, width, height, this.#data, this.#theme, { drag: this.#drag, hoverX: this.#hoverX });
    });
    element.addEventListener('pointerdown', (event) => this.#down(event));
    element.addEventListener('pointermove', (event) => this.#move(event));
    element.addEventListener('pointerup', (event) => this.#up(event));
    element.addEventListener('pointerleave', () => this.#leave());
    element.addEventListener('dblclick', () => this.#events.reset());
    element.addEventListener('keydown', (event) => this.#key(event));
  }

  show(data: TimelineData): void {
    this.#data = data;
    this.#surface.invalidate();
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#surface.invalidate();
  }

  #x(event: MouseEvent): number {
    return event.clientX - this.#element.getBoundingClientRect().left;
  }

  #timeAt(x: number): number {
    const bounds = this.#data?.bounds ?? { fromX: 0, toX: 1 };
    return Math.min(Math.max(fromPixel(bounds, this.#surface.width, x), bounds.fromX), bounds.toX);
  }

  #leave(): void {
    this.#hoverX = undefined;
    this.#surface.invalidate();
    this.#events.hover(undefined, undefined, 0, 0);
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const x = this.#x(event);
    this.#drag = { fromX: x, toX: x };
    this.#element.setPointerCapture(event.pointerId);
  }

  #move(event: PointerEvent): void {
    const x = this.#x(event);
    if (this.#drag) this.#drag.toX = x;
    this.#hoverX = x;
    this.#surface.invalidate();
    const flag = flagAt(this.#flags, x, event.clientY - this.#element.getBoundingClientRect().top);
    this.#events.hover(this.#timeAt(x), flag?.name, event.clientX, event.clientY);
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag;
    this.#drag = undefined;
    if (drag === undefined) return;
    const toX = this.#x(event);
    this.#surface.invalidate();
    if (Math.abs(toX - drag.fromX) < CLICK_PX) this.#events.moment(this.#timeAt(toX));
    else this.#events.range(this.#timeAt(Math.min(drag.fromX, toX)), this.#timeAt(Math.max(drag.fromX, toX)));
  }

  #key(event: KeyboardEvent): void {
    const data = this.#data;
    if (data === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = movedByKey(event.key, data.bounds, data.shown);
    if (next === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) this.#events.reset();
    else this.#events.range(next.fromX, next.toX);
  }
}
