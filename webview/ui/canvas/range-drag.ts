import { pointIn } from '../dom.ts';
import { DRAG_THRESHOLD_PX } from '../pointer.ts';

/** Pixels of the element; `second` with Shift. */
export interface DraggedRange {
  beginX: number;
  endX: number;
  readonly second: boolean;
}

interface RangeDragEvents {
  /** `x` is undefined when the pointer left. */
  moved(x: number | undefined, event: PointerEvent): void;
  click(x: number, event: PointerEvent): void;
  /** From left to right. */
  range(beginX: number, endX: number, second: boolean): void;
}

/** Clicks and dragged ranges on a time axis; Shift drags the second range. */
export class RangeDrag {
  #drag: DraggedRange | undefined;
  readonly #element: HTMLElement;
  readonly #events: RangeDragEvents;

  /** @param starts false outside the drawing */
  constructor(element: HTMLElement, starts: (event: PointerEvent) => boolean, events: RangeDragEvents) {
    this.#element = element;
    this.#events = events;
    element.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || !starts(event)) return;
      const x = this.#x(event);
      this.#drag = { beginX: x, endX: x, second: event.shiftKey };
      element.setPointerCapture(event.pointerId);
    });
    element.addEventListener('pointermove', (event) => {
      const x = this.#x(event);
      if (this.#drag) this.#drag.endX = x;
      events.moved(x, event);
    });
    element.addEventListener('pointerup', (event) => this.#up(event));
    element.addEventListener('pointercancel', (event) => {
      this.#drag = undefined;
      events.moved(undefined, event);
    });
    element.addEventListener('pointerleave', (event) => events.moved(undefined, event));
  }

  /** Undefined until the move is more than a click. */
  get dragged(): DraggedRange | undefined {
    return this.#drag && Math.abs(this.#drag.endX - this.#drag.beginX) >= DRAG_THRESHOLD_PX ? this.#drag : undefined;
  }

  /** The button is down. */
  get isActive(): boolean {
    return this.#drag !== undefined;
  }

  #x(event: MouseEvent): number {
    return pointIn(this.#element, event).x;
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag;
    this.#drag = undefined;
    if (drag === undefined) return;
    const endX = this.#x(event);
    if (Math.abs(endX - drag.beginX) < DRAG_THRESHOLD_PX) this.#events.click(endX, event);
    else this.#events.range(Math.min(drag.beginX, endX), Math.max(drag.beginX, endX), drag.second);
  }
}
