import { pointIn } from '../ui/dom.ts';
import { DRAG_THRESHOLD_PX } from '../ui/drag-threshold.ts';

/** What pointers on the flame graph mean. Pixels are those of the element. */
export interface FlameDragEvents {
  /** The pointer is over the picture; undefined when it is dragged, or has left. */
  hover(event: PointerEvent | undefined): void;
  click(event: PointerEvent): void;
  /** A drag may follow, which moves the picture from where it is now. */
  dragStart(): void;
  /** The picture is moved by so much from where it was gripped. */
  pan(dx: number, dy: number): void;
  /** The stretch that is being marked changed. */
  rangeChanged(): void;
  /** A stretch was marked, from left to right. */
  range(beginX: number, endX: number): void;
}

interface Drag {
  readonly x: number;
  readonly y: number;
  /** With Shift a stretch is marked instead of moving the picture. */
  readonly isRange: boolean;
  isMoved: boolean;
  endX: number;
}

/** Tells clicks, moves of the picture and marked stretches apart. */
export class FlameDrag {
  readonly #scroller: HTMLElement;
  readonly #events: FlameDragEvents;
  #drag: Drag | undefined;

  /** @param scroller an element whose scroll bar is no picture */
  constructor(scroller: HTMLElement, events: FlameDragEvents) {
    this.#scroller = scroller;
    this.#events = events;
    scroller.addEventListener('pointerdown', (event) => this.#down(event));
    scroller.addEventListener('pointermove', (event) => this.#move(event));
    scroller.addEventListener('pointerup', (event) => this.#up(event));
    scroller.addEventListener('pointerleave', () => events.hover(undefined));
    // On a Mac a click with Ctrl opens the menu, and nothing else.
    scroller.addEventListener('contextmenu', () => this.#drop());
    scroller.addEventListener('pointercancel', () => this.#drop());
  }

  /** The stretch that is being marked now, from left to right. */
  get marked(): { readonly beginX: number; readonly endX: number } | undefined {
    const drag = this.#drag;
    return drag?.isRange && drag.isMoved ? { beginX: Math.min(drag.x, drag.endX), endX: Math.max(drag.x, drag.endX) } : undefined;
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || event.offsetX > this.#scroller.clientWidth) return;
    const { x, y } = pointIn(this.#scroller, event);
    this.#drag = { x, y, isRange: event.shiftKey, isMoved: false, endX: x };
    this.#events.dragStart();
    this.#scroller.setPointerCapture(event.pointerId);
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (drag === undefined) {
      this.#events.hover(event);
      return;
    }
    const { x, y } = pointIn(this.#scroller, event);
    if (!drag.isMoved && Math.hypot(x - drag.x, y - drag.y) < DRAG_THRESHOLD_PX) return;
    drag.isMoved = true;
    drag.endX = x;
    this.#events.hover(undefined);
    if (drag.isRange) this.#events.rangeChanged();
    else this.#events.pan(x - drag.x, y - drag.y);
  }

  /** The pointer will not come up. */
  #drop(): void {
    this.#drag = undefined;
    this.#events.rangeChanged();
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag;
    this.#drag = undefined;
    if (drag === undefined) return;
    const { x } = pointIn(this.#scroller, event);
    if (!drag.isMoved) this.#events.click(event);
    else if (drag.isRange) this.#events.range(Math.min(drag.x, x), Math.max(drag.x, x));
  }
}
