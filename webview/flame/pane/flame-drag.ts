import { pointIn } from '../../ui/dom.ts';
import { DRAG_THRESHOLD_PX } from '../../ui/pointer.ts';

/** Pixels of the element. */
export type FlameGesture =
  /** Undefined while dragging, and after leaving. */
  | { readonly type: 'hover'; readonly event: PointerEvent | undefined }
  | { readonly type: 'click'; readonly event: PointerEvent }
  /** The button is down; a drag may follow. */
  | { readonly type: 'dragStart' }
  /** Distance from where the drag began. */
  | { readonly type: 'pan'; readonly dx: number; readonly dy: number }
  /** The range being marked changed. */
  | { readonly type: 'markChanged' }
  /** A range was marked, from left to right. */
  | { readonly type: 'mark'; readonly beginX: number; readonly endX: number };

interface Drag {
  readonly x: number;
  readonly y: number;
  /** Shift marks a range instead of panning. */
  readonly isRange: boolean;
  isMoved: boolean;
  endX: number;
}

/** Tells clicks, pans and marked ranges apart. */
export class FlameDrag {
  readonly #scroller: HTMLElement;
  readonly #made: (gesture: FlameGesture) => void;
  #drag: Drag | undefined;

  /** @param scroller element with a scroll bar, which takes no gestures */
  constructor(scroller: HTMLElement, made: (gesture: FlameGesture) => void) {
    this.#scroller = scroller;
    this.#made = made;
    scroller.addEventListener('pointerdown', (event) => this.#down(event));
    scroller.addEventListener('pointermove', (event) => this.#move(event));
    scroller.addEventListener('pointerup', (event) => this.#up(event));
    scroller.addEventListener('pointerleave', () => made({ type: 'hover', event: undefined }));
    // On a Mac, a click with Ctrl opens the menu and must do nothing else.
    scroller.addEventListener('contextmenu', () => this.#drop());
    scroller.addEventListener('pointercancel', () => this.#drop());
  }

  /** The range being marked, from left to right. */
  get marked(): { readonly beginX: number; readonly endX: number } | undefined {
    const drag = this.#drag;
    return drag?.isRange && drag.isMoved ? { beginX: Math.min(drag.x, drag.endX), endX: Math.max(drag.x, drag.endX) } : undefined;
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || event.offsetX > this.#scroller.clientWidth) return;
    const { x, y } = pointIn(this.#scroller, event);
    this.#drag = { x, y, isRange: event.shiftKey, isMoved: false, endX: x };
    this.#made({ type: 'dragStart' });
    this.#scroller.setPointerCapture(event.pointerId);
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (drag === undefined) {
      this.#made({ type: 'hover', event });
      return;
    }
    const { x, y } = pointIn(this.#scroller, event);
    if (!drag.isMoved && Math.hypot(x - drag.x, y - drag.y) < DRAG_THRESHOLD_PX) return;
    drag.isMoved = true;
    drag.endX = x;
    this.#made({ type: 'hover', event: undefined });
    this.#made(drag.isRange ? { type: 'markChanged' } : { type: 'pan', dx: x - drag.x, dy: y - drag.y });
  }

  /** The pointer will not come up. */
  #drop(): void {
    this.#drag = undefined;
    this.#made({ type: 'markChanged' });
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag;
    this.#drag = undefined;
    if (drag === undefined) return;
    const { x } = pointIn(this.#scroller, event);
    if (!drag.isMoved) this.#made({ type: 'click', event });
    else if (drag.isRange) this.#made({ type: 'mark', beginX: Math.min(drag.x, x), endX: Math.max(drag.x, x) });
  }
}
