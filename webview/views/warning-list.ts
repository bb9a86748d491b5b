import { element, icon, setText } from '../dom.ts';
import { text } from '../text.ts';
import type { Warning } from './warnings.ts';

/** Fewer take no more room than the button that would stand for them. */
const LEAST_FOLDED = 2;

/**
 * What limits the truth of what is shown, as chips. One that has more to say opens. In a narrow page those that are no more than notes
 * are behind one button until the reader wants them.
 */
export class WarningList {
  readonly node = element('ul', { class: 'warnings' });
  readonly #notes = element('button', { class: 'notes', attributes: { type: 'button', 'aria-expanded': 'false' } });
  readonly #folded = element('li', { class: 'folded' }, [this.#notes]);
  #shown = '';

  constructor() {
    this.#notes.addEventListener('click', () => {
      const isOpen = this.node.classList.toggle('unfolded');
      this.#notes.setAttribute('aria-expanded', String(isOpen));
    });
  }

  show(warnings: readonly Warning[]): void {
    const key = JSON.stringify(warnings);
    if (key === this.#shown) return;
    this.#shown = key;
    const notes = warnings.filter(({ serious }) => !serious).length;
    const isFolding = notes >= LEAST_FOLDED;
    setText(this.#notes, text('notes', notes));
    this.node.classList.toggle('folds', isFolding);
    this.node.hidden = warnings.length === 0;
    const open = new Set([...this.node.querySelectorAll<HTMLElement>('li:has(details[open])')].map((item) => item.dataset.code));
    const items = warnings.map((warning) => itemOf(warning, open.has(warning.code)));
    this.node.replaceChildren(
      ...items.filter(isSerious),
      ...(isFolding ? [this.#folded] : []),
      ...items.filter((item) => !isSerious(item)),
    );
  }
}

function isSerious(item: HTMLElement): boolean {
  return item.classList.contains('serious');
}

function itemOf({ code, serious, text: sentence, details }: Warning, isOpen: boolean): HTMLElement {
  const words = [icon(serious ? 'warning' : 'info'), element('span', { text: sentence })];
  const item = element('li', { class: serious ? 'serious' : 'note', attributes: { 'data-code': code } });
  if (details === undefined) {
    item.append(...words);
    return item;
  }
  const more = element('details', {}, [element('summary', { title: details }, words), element('p', { text: details })]);
  more.open = isOpen;
  item.append(more);
  return item;
}
