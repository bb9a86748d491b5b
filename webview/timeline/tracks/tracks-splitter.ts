import { element } from '../../ui/dom.ts';
import { t } from '../../ui/translated.ts';

/** CSS pixels per arrow key: one track. */
const STEP = 20;
/** The style sheet keeps a track, and the page's other parts. */
const SHORTEST = 0;
const LONGEST = 100_000;

/** Lower border of the tracks: a drag or arrow keys change their most height. */
export class TracksSplitter {
  readonly node = element('div', {
    class: 'tracks-splitter',
    role: 'separator',
    title: t('Drag or use the arrow keys; double-click or Enter resets it.'),
    attributes: { tabindex: '0', 'aria-label': t('Lower border of the tracks'), 'aria-orientation': 'horizontal' },
  });
  readonly #tracks: HTMLElement;
  readonly #resized: (tracksPx: number | undefined) => void;
  /** Distance from the pointer to the border at a drag's begin. */
  #gripPx = 0;

  /** @param resized undefined restores the usual height */
  constructor(tracks: HTMLElement, resized: (tracksPx: number | undefined) => void) {
    this.#tracks = tracks;
    this.#resized = resized;
    const { node } = this;
    node.addEventListener('keydown', (event) => this.#key(event));
    node.addEventListener('dblclick', () => this.#resize(undefined));
    node.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      this.#gripPx = tracks.getBoundingClientRect().bottom - event.clientY;
      node.setPointerCapture(event.pointerId);
    });
    node.addEventListener('pointermove', (event) => {
      if (!node.hasPointerCapture(event.pointerId)) return;
      this.#resize(Math.max(SHORTEST, event.clientY + this.#gripPx - tracks.getBoundingClientRect().top));
    });
    new ResizeObserver(() => this.#updatePosition()).observe(tracks);
  }

  show(tracksPx: number | undefined): void {
    if (tracksPx === undefined) this.#tracks.style.removeProperty('--tracks-height');
    else this.#tracks.style.setProperty('--tracks-height', `${tracksPx}px`);
  }

  #key(event: KeyboardEvent): void {
    const heightPx = this.#tracks.offsetHeight;
    const heights: Readonly<Record<string, number>> = {
      ArrowUp: Math.max(SHORTEST, heightPx - STEP),
      ArrowDown: heightPx + STEP,
      Home: SHORTEST,
      End: LONGEST,
    };
    const wanted = heights[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (wanted === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    event.stopPropagation();
    this.#resize(wanted);
  }

  /** At once: the next key goes on from this height. */
  #resize(tracksPx: number | undefined): void {
    this.show(tracksPx);
    this.#resized(tracksPx);
  }

  /** Share of the page's height. */
  #updatePosition(): void {
    this.node.setAttribute('aria-valuenow', String(Math.round((100 * this.#tracks.offsetHeight) / Math.max(1, window.innerHeight))));
  }
}
