import type { ShownChecks, ShownRow } from '../../protocol/troubleshoot-protocol.ts';
import { element, setLabel, setText } from '../ui/dom.ts';
import { arrange } from './arrange.ts';
import { checkRow } from './check-row.ts';
import { signOf } from './drawing.ts';
import { guideSection } from './guide-section.ts';
import { type Press, showButtons } from './text-buttons.ts';

/** The whole page. */
export class ChecksView {
  readonly #press: Press;
  readonly #sign = element('span', { class: 'overall' });
  readonly #headline = element('h1', { attributes: { tabindex: '-1', 'aria-live': 'polite' } });
  readonly #leading = element('div', { class: 'buttons leading' });
  readonly #guide = element('div');
  readonly #tools = element('div', { class: 'buttons tools' });
  readonly #rows = element('ol', { class: 'checks' });
  readonly #untried = element('p', { class: 'untried muted' });
  /** Shown data by element, as JSON. */
  readonly #shown = new WeakMap<Element, string>();

  constructor(root: HTMLElement, press: Press) {
    this.#press = press;
    const top = element('div', { class: 'top' }, [this.#sign, this.#headline, this.#leading]);
    root.append(element('main', {}, [top, this.#guide, this.#tools, this.#rows, this.#untried]));
  }

  show(checks: ShownChecks): void {
    const { sign, headline, leading, guide, tools, listLabel, rows, untried = '' } = checks;
    const focused = focusedButton();
    if (this.#isNew(this.#sign, sign)) this.#sign.replaceChildren(signOf(sign));
    setText(this.#headline, headline);
    showButtons(this.#leading, leading, this.#press);
    if (this.#isNew(this.#guide, guide)) this.#guide.replaceChildren(...(guide === undefined ? [] : [guideSection(guide, this.#press)]));
    showButtons(this.#tools, tools, this.#press);
    setLabel(this.#rows, listLabel);
    this.#showRows(rows, guide === undefined);
    setText(this.#untried, untried);
    this.#untried.hidden = untried === '';
    if (focused !== undefined && focusedButton() === undefined) this.#focusAgain(focused);
  }

  #showRows(rows: readonly ShownRow[], revealsFailure: boolean): void {
    const before = new Map([...this.#rows.children].map((row) => [row.getAttribute('data-step'), row]));
    const after = rows.map((row) => {
      const known = before.get(row.id);
      if (known !== undefined && !this.#isNew(known, row)) return known;
      const made = checkRow(row, this.#press);
      this.#isNew(made, row);
      return made;
    });
    arrange(this.#rows, after);
    const known = new Set(before.values());
    const failed = after.find((row) => row.getAttribute('data-sign') === 'failed' && !known.has(row));
    if (revealsFailure) failed?.scrollIntoView({ block: 'nearest' });
  }

  /** A replaced button's successor, else the headline: keys go on from there. */
  #focusAgain(button: string): void {
    const successor = [...document.querySelectorAll<HTMLElement>('[data-button]')].find((each) => each.dataset.button === button);
    (successor ?? this.#headline).focus();
  }

  #isNew(box: Element, content: unknown): boolean {
    const text = JSON.stringify(content) ?? '';
    const isNew = this.#shown.get(box) !== text;
    this.#shown.set(box, text);
    return isNew;
  }
}

function focusedButton(): string | undefined {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement ? activeElement.dataset.button : undefined;
}
