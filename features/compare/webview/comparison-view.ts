import { element, iconButton, setLabel, setText, setTitle } from '../../../webview/ui/dom.ts';
import type { ShownCell, ShownComparison, ShownSide, ShownTable } from '../protocol/comparison-protocol.ts';
import type { FromComparison } from '../protocol/parse-from-comparison.ts';

/** The whole page. */
export class ComparisonView {
  readonly #post: (message: FromComparison) => void;
  readonly #sentence = element('h1', { attributes: { tabindex: '-1', 'aria-live': 'polite' } });
  readonly #sides = [element('section', { class: 'side-box' }), element('section', { class: 'side-box' })] as const;
  readonly #swap: HTMLButtonElement;
  readonly #tables = element('div', { class: 'tables' });

  constructor(root: HTMLElement, post: (message: FromComparison) => void) {
    this.#post = post;
    this.#swap = iconButton('swap', '', () => post({ type: 'swap' }));
    const sides = element('div', { class: 'sides' }, [this.#sides[0], this.#swap, this.#sides[1]]);
    root.append(element('main', {}, [sides, this.#sentence, this.#tables]));
  }

  show({ sentence, swap, sides, tables }: ShownComparison): void {
    setText(this.#sentence, sentence);
    setLabel(this.#swap, swap.label);
    setTitle(this.#swap, swap.title);
    for (const [at, side] of sides.entries()) this.#showSide(at, side);
    this.#tables.replaceChildren(...tables.map((table) => this.#table(table)));
  }

  #showSide(at: number, { role, about, sessions }: ShownSide): void {
    const rows = sessions.map(({ label, title }, session) => {
      const open = element('button', { class: 'link', text: label, title, attributes: { type: 'button' } });
      open.addEventListener('click', () => this.#post({ type: 'openSession', side: at, session }));
      return element('li', {}, [open]);
    });
    const list = element('ul', { attributes: { 'aria-label': role } }, rows);
    this.#sides[at === 0 ? 0 : 1].replaceChildren(element('h2', { text: role }), element('p', { class: 'muted', text: about }), list);
  }

  #table({ label, note, head, rows, nothing }: ShownTable): HTMLElement {
    const title = element('h2', { text: label });
    const about = element('p', { class: 'muted', text: note });
    if (rows.length === 0) return element('section', {}, [title, element('p', { text: nothing })]);
    const heads = head.map((cell) => this.#cell('th', cell));
    for (const cell of heads) cell.setAttribute('scope', 'col');
    const table = element('table', { attributes: { 'aria-label': label } }, [
      element('thead', {}, [element('tr', {}, heads)]),
      element(
        'tbody',
        {},
        rows.map((cells) =>
          element(
            'tr',
            {},
            cells.map((cell) => this.#cell('td', cell)),
          ),
        ),
      ),
    ]);
    return element('section', {}, [title, about, element('div', { class: 'scrolls', attributes: { tabindex: '0' } }, [table])]);
  }

  #cell(name: 'th' | 'td', { text, title = '', kind, opens }: ShownCell): HTMLElement {
    const made = element(name, { class: kind ?? '', title, text: opens === undefined ? text : '' });
    if (opens === undefined) return made;
    const open = element('button', { class: 'link', text, title, attributes: { type: 'button' } });
    open.addEventListener('click', ({ altKey }) => this.#post({ type: 'open', key: opens, beside: altKey }));
    made.append(open);
    return made;
  }
}
