import { element } from './dom.ts';

/** CSS pixels from the pointer. */
const OFFSET_PX = 14;

/** One tooltip for all canvases, which have no elements with a title. */
export class Tooltip {
  readonly node = element('div', { class: 'tooltip', attributes: { 'aria-hidden': 'true' } });

  constructor() {
    this.node.hidden = true;
    // Of VS Code's palette and lists, which cover the page, it hears no more.
    window.addEventListener('blur', () => this.hide());
    // A menu opens at its place.
    window.addEventListener('contextmenu', () => this.hide());
  }

  show(children: readonly Node[], clientX: number, clientY: number): void {
    this.node.replaceChildren(...children);
    this.node.hidden = false;
    const { width, height } = this.node.getBoundingClientRect();
    const left = clientX + OFFSET_PX + width > window.innerWidth ? clientX - OFFSET_PX - width : clientX + OFFSET_PX;
    const top = clientY + OFFSET_PX + height > window.innerHeight ? clientY - OFFSET_PX - height : clientY + OFFSET_PX;
    this.node.style.left = `${Math.max(4, left)}px`;
    this.node.style.top = `${Math.max(4, top)}px`;
  }

  hide(): void {
    this.node.hidden = true;
  }
}
