import { element } from '../../ui/dom.ts';
import { type RowWindow, revealedTop, rowWindow } from '../../ui/row-window.ts';

export interface RowView<Item> {
  readonly node: HTMLElement;
  /** Called often: should touch only what changed. */
  update(item: Item): void;
}

/** Rows kept above and below the visible ones. */
const BEYOND = 16;

/**
 * A long list with elements for visible rows only, each as high as `lag-probe`. An item keeps its element while visible. Rows
 * inserted above don't move the view, unless it is at the top and not held.
 */
export class VirtualRows<Item extends { readonly id: string }> {
  readonly #scroller: HTMLElement;
  readonly #space: HTMLElement;
  readonly #probe = element('div', { class: 'lag-probe', attributes: { 'aria-hidden': 'true' } });
  readonly #make: (item: Item) => RowView<Item>;
  readonly #rows = new Map<string, RowView<Item>>();
  #items: readonly Item[] = [];
  #rowHeight = 0;
  #height = 0;
  #top = 0;
  #window: RowWindow = { first: 0, end: 0 };
  /** Lowest height of the content, in pixels: rows above a short list need room to scroll. */
  #leastHeight = 0;
  #kept: string | undefined;

  constructor(scroller: HTMLElement, make: (item: Item) => RowView<Item>) {
    this.#scroller = scroller;
    this.#make = make;
    this.#space = element('ul', { class: 'lag-rows', role: 'presentation' });
    scroller.append(this.#space, this.#probe);
    scroller.addEventListener('scroll', () => {
      // A browser moves the rows of a list that changes its height, before the observer is called.
      if (scroller.clientHeight !== this.#height) return this.#resized();
      this.#top = scroller.scrollTop;
      this.#place();
    });
    const observer = new ResizeObserver(() => this.#resized());
    observer.observe(scroller);
    observer.observe(this.#probe);
  }

  /** This row stays in view when the list shrinks, as beside a source. */
  keepInView(id: string | undefined): void {
    this.#kept = id;
  }

  #resized(): void {
    const at = this.#items.findIndex(({ id }) => id === this.#kept);
    const wasInView = at >= 0 && revealedTop(this.#top, this.#height, this.#rowHeight, at) === this.#top;
    this.#measure();
    this.#top = this.#scroller.scrollTop;
    if (wasInView) this.reveal(at);
    else this.#place();
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  /** Fully visible rows, at least one. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.#height / Math.max(1, this.#rowHeight)));
  }

  /** Undefined without an element. */
  nodeOf(id: string | undefined): HTMLElement | undefined {
    return id === undefined ? undefined : this.#rows.get(id)?.node;
  }

  /** @param isHeld visible rows stay in place at the top, too */
  show(items: readonly Item[], isHeld = false): void {
    const at = (isHeld || this.#top > 0) && this.#rowHeight > 0 ? Math.floor(this.#top / this.#rowHeight) : -1;
    const anchor = this.#items[at]?.id;
    this.#items = items;
    if (this.#rowHeight === 0 || this.#height === 0) this.#measure();
    const moved = anchor === undefined || items[at]?.id === anchor ? at : items.findIndex(({ id }) => id === anchor);
    const top = moved < 0 ? this.#top : this.#top + (moved - at) * this.#rowHeight;
    this.#leastHeight = isHeld ? top + this.#height : 0;
    this.#resizeSpace();
    this.#scroll(top);
    this.#place();
  }

  toTop(): void {
    this.#scroll(0);
    this.#place();
  }

  reveal(index: number): void {
    this.#scroll(revealedTop(this.#top, this.#height, this.#rowHeight, index));
    this.#place();
  }

  #scroll(top: number): void {
    if (top === this.#top) return;
    this.#scroller.scrollTop = top;
    this.#top = this.#scroller.scrollTop;
  }

  #measure(): void {
    this.#rowHeight = this.#probe.offsetHeight;
    this.#height = this.#scroller.clientHeight;
    this.#resizeSpace();
  }

  #resizeSpace(): void {
    const height = `${Math.max(this.#items.length * this.#rowHeight, this.#leastHeight)}px`;
    if (this.#space.style.height !== height) this.#space.style.height = height;
  }

  #place(): void {
    this.#window = rowWindow(this.#top, this.#height, this.#rowHeight, this.#items.length, BEYOND);
    const shown = this.#items.slice(this.#window.first, this.#window.end);
    const ids = new Set(shown.map(({ id }) => id));
    for (const [id, { node }] of this.#rows) {
      if (ids.has(id)) continue;
      node.remove();
      this.#rows.delete(id);
    }
    // Screen readers follow the order of elements.
    let before: Element | null = this.#space.firstElementChild;
    const count = String(this.#items.length);
    for (const [index, item] of shown.entries()) {
      let row = this.#rows.get(item.id);
      if (row === undefined) {
        row = this.#make(item);
        this.#rows.set(item.id, row);
      }
      row.update(item);
      placeRow(row.node, this.#window.first + index, this.#rowHeight, count);
      if (row.node === before) before = before.nextElementSibling;
      else this.#space.insertBefore(row.node, before);
    }
  }
}

function placeRow(node: HTMLElement, index: number, rowHeight: number, count: string): void {
  const transform = `translateY(${index * rowHeight}px)`;
  if (node.style.transform !== transform) node.style.transform = transform;
  if (node.ariaPosInSet !== String(index + 1)) node.ariaPosInSet = String(index + 1);
  if (node.ariaSetSize !== count) node.ariaSetSize = count;
}
