import { LastSeen, sameKey } from '../../core/memo.ts';
import type { Dispatch } from '../state/page-action.ts';
import { element, iconButton, setText, setTitle } from '../ui/dom.ts';
import { t } from '../ui/translated.ts';
import { spanOf, type Viewport } from '../ui/viewport.ts';
import type { Covered } from './flags.ts';

/** The selected range for the ruler. */
export interface RulerRange extends Viewport {
  /** Begin, end and length. */
  readonly label: string;
  /** Dragged by the user, and so a filter of the list. */
  readonly isDragged: boolean;
}

/** Begin, end and length of the selected range, in the ruler at its place, with a button that ends it. */
export class RangeLabel {
  readonly nodes: readonly HTMLElement[];
  readonly #label: HTMLElement;
  /** The range itself, where a lag in it is selected, too. */
  readonly #band = element('div', { class: 'ruler-band' });
  readonly #words = element('span', { class: 'range tabular' });
  readonly #covers = new LastSeen(sameKey);
  #isDragged = false;

  constructor(dispatch: Dispatch) {
    const clear = iconButton('close', t('Clear range'), () => {
      dispatch(this.#isDragged ? { type: 'clearRange' } : { type: 'selectLag', lag: undefined });
    });
    // The timeline would take the pointer for a drag.
    for (const type of ['pointerdown', 'dblclick'] as const) clear.addEventListener(type, (event) => event.stopPropagation());
    this.#label = element('div', { class: 'ruler-range' }, [this.#words, clear]);
    this.nodes = [this.#band, this.#label];
    for (const node of this.nodes) node.hidden = true;
  }

  /**
   * @param view visible part of the ruler
   * @returns true if it covers another part of the ruler than before
   */
  show(range: RulerRange | undefined, view: Viewport): boolean {
    const isInView = range !== undefined && range.fromX < view.toX && range.toX > view.fromX;
    this.#label.hidden = !isInView;
    this.#band.hidden = !isInView || !range.isDragged;
    if (!isInView) return this.#covers.isNew(['']);
    const share = (timeUs: number): number => Math.min(Math.max(((timeUs - view.fromX) / spanOf(view)) * 100, 0), 100);
    const [from, to] = [share(range.fromX), share(range.toX)];
    this.#isDragged = range.isDragged;
    this.#label.classList.toggle('dragged', range.isDragged);
    // Left at 0 %, right at 100 %: it never leaves the ruler.
    this.#label.style.setProperty('--at', `${(from + to) / 2}%`);
    setText(this.#words, range.label);
    setTitle(this.#words, range.label);
    this.#band.style.left = `${from}%`;
    this.#band.style.width = `${to - from}%`;
    return this.#covers.isNew([range.label, from, to]);
  }

  /** The part of the ruler below it, in CSS pixels; nothing else is readable there. */
  get covered(): readonly Covered[] {
    const { offsetLeft, offsetWidth, hidden } = this.#label;
    const left = hidden ? 0 : offsetLeft - (Number.parseFloat(this.#label.style.getPropertyValue('--at')) / 100) * offsetWidth;
    return hidden ? [] : [{ left, right: left + offsetWidth }];
  }
}
