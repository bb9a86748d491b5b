import type { Dispatch } from '../state/page-action.ts';
import { element } from '../ui/dom.ts';
import { pan, spanOf, type Viewport } from '../ui/viewport.ts';

/** The ruler of a zoomed timeline: a drag pans, a bar says which part of the session is visible. */
export class RulerGrip {
  readonly node: HTMLElement;
  readonly #bar = element('div', { class: 'ruler-part' });
  #whole: Viewport = { fromX: 0, toX: 1 };
  #part: Viewport = this.#whole;
  #grip: { readonly x: number; readonly part: Viewport } | undefined;

  constructor(dispatch: Dispatch) {
    this.node = element('div', { class: 'ruler-grip' }, [this.#bar]);
    this.node.hidden = true;
    this.node.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      // The timeline would select a range.
      event.stopPropagation();
      this.#grip = { x: event.clientX, part: this.#part };
      this.node.setPointerCapture(event.pointerId);
    });
    this.node.addEventListener('pointermove', (event) => {
      const grip = this.#grip;
      if (grip === undefined) return;
      const moved = (grip.x - event.clientX) / Math.max(1, this.node.clientWidth);
      dispatch({ type: 'zoomOverview', part: pan(this.#whole, grip.part, moved) });
    });
    for (const type of ['pointerup', 'pointercancel'] as const) {
      this.node.addEventListener(type, () => {
        this.#grip = undefined;
      });
    }
  }

  show(whole: Viewport, part: Viewport): void {
    this.#whole = whole;
    this.#part = part;
    const isZoomed = spanOf(part) < spanOf(whole);
    this.node.hidden = !isZoomed;
    if (!isZoomed) return;
    this.#bar.style.left = `${(100 * (part.fromX - whole.fromX)) / spanOf(whole)}%`;
    this.#bar.style.width = `${(100 * spanOf(part)) / spanOf(whole)}%`;
  }
}
