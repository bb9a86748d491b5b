import { node } from '../../../core/document/page-node.ts';
import { drawn } from '../../../webview/ui/document/page-document.ts';
import { Tooltip } from '../../../webview/ui/tooltip.ts';

/** Names and times of boxes, for the pointer and for keys. */
export class BoxTooltip {
  readonly #tooltip = new Tooltip();

  constructor(root: HTMLElement) {
    document.body.append(this.#tooltip.node);
    root.addEventListener('pointermove', ({ target, clientX, clientY }) => {
      const box = boxAround(target);
      if (box === undefined) this.hide();
      else this.#show(box, clientX, clientY);
    });
    root.addEventListener('pointerleave', () => this.hide());
    root.addEventListener('focusin', () => this.#showFocused());
    root.addEventListener('focusout', () => this.hide());
    root.addEventListener('scroll', () => this.#showFocused(), { capture: true });
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.hide();
    });
  }

  hide(): void {
    this.#tooltip.hide();
  }

  /** Of the box that keys reached; a scroll moved it. */
  #showFocused(): void {
    const box = boxAround(document.activeElement);
    if (box?.matches(':focus-visible') !== true) this.hide();
    else {
      const { left, bottom } = box.getBoundingClientRect();
      this.#show(box, Math.max(0, left), bottom);
    }
  }

  #show(box: Element, clientX: number, clientY: number): void {
    const { ariaLabel, ariaDescription } = box;
    const hint = ariaDescription === null ? [] : [node('div', { class: 'hint' }, ariaDescription)];
    const lines = [node('div', {}, ariaLabel ?? ''), ...hint];
    this.#tooltip.show(
      lines.map((line) => drawn(line)),
      clientX,
      clientY,
    );
  }
}

function boxAround(target: EventTarget | null): Element | undefined {
  return (target instanceof Element && target.closest('.flame rect')) || undefined;
}
