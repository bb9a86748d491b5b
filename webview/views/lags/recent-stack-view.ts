import { LastSeen, sameData } from '../../../core/memo.ts';
import type { RecentRow } from '../../content/selection/recent-rows.ts';
import type { Frame } from '../../rendering/render-frame.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { element, setText } from '../../ui/dom.ts';
import { t } from '../../ui/translated.ts';

/** The longest stack at the end of the selected lag. Its frames open their sources. */
export class RecentStackView {
  readonly node: HTMLElement;
  readonly #dispatch: Dispatch;
  readonly #title = element('p', {
    class: 'tabular',
    title: t('As a main thread dump in an ANR report would show it: the stack that stayed longest in the last second of the lag.'),
  });
  readonly #frames = element('ol', { class: 'tabular' });
  readonly #rows = new LastSeen(sameData);

  constructor(dispatch: Dispatch) {
    this.#dispatch = dispatch;
    this.node = element('section', { class: 'recent-stack' }, [this.#title, this.#frames]);
    this.node.hidden = true;
    this.#frames.addEventListener('keydown', (event) => this.#step(event));
  }

  show({ recent: stack }: Pick<Frame, 'recent'>): void {
    this.node.hidden = stack === undefined;
    if (stack === undefined) return;
    const { rows, label } = stack;
    setText(this.#title, t('Stack at the end of the lag: {0}', label));
    if (!this.#rows.isNew(rows)) return;
    // The new list keeps the focus by index.
    const focused = this.#focused;
    this.#frames.replaceChildren(...rows.map((row) => this.#row(row)));
    if (focused >= 0) (this.#buttons[focused] ?? this.#buttons.at(-1))?.focus();
  }

  get #buttons(): readonly HTMLButtonElement[] {
    return [...this.#frames.querySelectorAll('button')];
  }

  /** Index of the focused frame, or -1. */
  get #focused(): number {
    return Array.from<Element | null>(this.#buttons).indexOf(document.activeElement);
  }

  #row({ node, label, place, repeats }: RecentRow): HTMLLIElement {
    const link = element('button', {
      class: 'link',
      text: label,
      title: t('Double-click to open the source · Alt+click to open it to the side'),
      attributes: { type: 'button' },
    });
    link.addEventListener('click', (event) => this.#dispatch({ type: 'openSource', node, beside: event.altKey }));
    return element('li', {}, [
      element('span', { class: 'repeats muted', text: `${repeats}×`, title: t('It is in {0} of these samples', repeats) }),
      link,
      element('span', { class: 'muted', text: place }),
    ]);
  }

  /** Arrow keys move between frames. */
  #step(event: KeyboardEvent): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.#buttons[Math.max(0, this.#focused + by)]?.focus();
  }
}
