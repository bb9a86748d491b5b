import { modeOf } from '../modes/modes.ts';
import { type Frame, isSelected } from '../rendering/render-frame.ts';
import { element, pointIn } from '../ui/dom.ts';
import { t } from '../ui/translated.ts';

/** Narrower pages, as beside a source, stack the panes. */
const NARROW = '(max-width: 640px)';
/** CSS pixels per arrow key. */
const STEP = 16;
/** The style sheet keeps both panes at their minimum. */
const SHORTEST = 0;
const LONGEST = 100_000;

/** Two panes with a movable border. Narrow pages stack them, and the second one needs the room while something is selected. */
export class TwoPanes {
  readonly node: HTMLElement;
  readonly #start: HTMLElement;
  readonly #narrow = window.matchMedia(NARROW);
  readonly #splitter = element('div', {
    class: 'splitter',
    role: 'separator',
    title: t('Drag or use the arrow keys; double-click or Enter resets it.'),
    attributes: { tabindex: '0', 'aria-label': t('Divider between lags and view') },
  });

  constructor(start: HTMLElement, end: HTMLElement) {
    this.#start = start;
    this.node = element('div', { class: 'panes' }, [start, this.#splitter, end]);
    this.#listen();
    this.#hold();
    this.#narrow.addEventListener('change', () => this.#arrange());
    new ResizeObserver(() => this.#updatePosition()).observe(this.node);
    this.#arrange();
  }

  show(frame: Pick<Frame, 'state' | 'selected' | 'stutter' | 'list'>): void {
    const needsRoom = isSelected(frame) || modeOf(frame.state).hasSelection?.(frame.state) === true;
    this.node.classList.toggle('selected', needsRoom);
  }

  /** A selection by the pointer moves the border once the pointer left: a double click meets one row. */
  #hold(): void {
    const release = (): void => this.node.classList.remove('held');
    this.#start.addEventListener('pointerdown', () => this.node.classList.add('held'));
    this.#start.addEventListener('pointerleave', release);
    window.addEventListener('blur', release);
    this.#narrow.addEventListener('change', release);
  }

  #listen(): void {
    const splitter = this.#splitter;
    splitter.addEventListener('keydown', (event) => this.#key(event));
    splitter.addEventListener('dblclick', () => this.#resize(undefined));
    splitter.addEventListener('pointerdown', (event) => {
      if (event.button === 0) splitter.setPointerCapture(event.pointerId);
    });
    splitter.addEventListener('pointermove', (event) => {
      if (!splitter.hasPointerCapture(event.pointerId)) return;
      const { x, y } = pointIn(this.node, event);
      this.#resize(Math.max(0, this.#narrow.matches ? y : x));
    });
  }

  #key(event: KeyboardEvent): void {
    const isStacked = this.#narrow.matches;
    const lengths: Readonly<Record<string, number>> = {
      [isStacked ? 'ArrowUp' : 'ArrowLeft']: this.#length(this.#start) - STEP,
      [isStacked ? 'ArrowDown' : 'ArrowRight']: this.#length(this.#start) + STEP,
      Home: SHORTEST,
      End: LONGEST,
    };
    const isReset = event.key === 'Enter';
    const wanted = lengths[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (wanted === undefined && !isReset)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#resize(wanted);
  }

  #length(node: HTMLElement): number {
    return this.#narrow.matches ? node.offsetHeight : node.offsetWidth;
  }

  /** `undefined` restores the style sheet's size. */
  #resize(first: number | undefined): void {
    if (first === undefined) this.node.style.removeProperty('--first-pane');
    else this.node.style.setProperty('--first-pane', `${first}px`);
    this.#updatePosition();
  }

  #updatePosition(): void {
    const share = Math.round((100 * this.#length(this.#start)) / Math.max(1, this.#length(this.node)));
    this.#splitter.setAttribute('aria-valuenow', String(share));
  }

  #arrange(): void {
    this.#splitter.setAttribute('aria-orientation', this.#narrow.matches ? 'horizontal' : 'vertical');
    this.#resize(undefined);
  }
}
