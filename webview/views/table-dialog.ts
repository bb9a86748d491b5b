import { element, setText, textButton } from '../ui/dom.ts';
import { keepTyping } from '../ui/field-keys.ts';
import { t } from '../ui/translated.ts';

interface TableDialogParts {
  /** Class of the dialog, also for its ids. */
  readonly name: string;
  readonly title: string;
  readonly columns: readonly (readonly [head: string, hint?: string])[];
  /** Shown without rows. */
  readonly none: string;
  /** Beside the button that closes. */
  readonly footer?: readonly HTMLElement[];
}

/** A dialog of a sentence and a table. Escape closes it, and a click beside it. */
export class TableDialog {
  readonly node: HTMLDialogElement;
  readonly #about = element('p', { class: 'muted' });
  readonly #body = element('tbody');
  readonly #table: HTMLTableElement;
  readonly #none: HTMLElement;
  readonly #more = element('p', { class: 'muted' });
  readonly #close = textButton(t('Close'), () => this.node.close());

  constructor({ name, title, columns, none, footer = [] }: TableDialogParts) {
    const labelledBy = { 'aria-labelledby': `${name}-title` };
    const head = columns.map(([text, title]) => {
      return element('th', { text, attributes: { scope: 'col' }, ...(title === undefined ? {} : { title }) });
    });
    this.#table = element('table', {}, [element('thead', {}, [element('tr', {}, head)]), this.#body]);
    this.#none = element('p', { text: none });
    this.#more.hidden = true;
    const attributes = { tabindex: '0', ...labelledBy };
    const scroller = element('div', { class: 'scroller', role: 'region', attributes }, [this.#table, this.#none, this.#more]);
    this.node = element('dialog', { class: `table-dialog ${name}`, attributes: labelledBy }, [
      element('h2', { text: title, attributes: { id: `${name}-title` } }),
      this.#about,
      scroller,
      element('div', { class: 'buttons' }, [...footer, this.#close]),
    ]);
    this.node.addEventListener('keydown', keepTyping);
    this.node.addEventListener('click', (event) => event.target === this.node && this.node.close());
  }

  /** False if it was open. */
  open(): boolean {
    if (this.node.open) return false;
    this.node.showModal();
    this.#close.focus();
    return true;
  }

  get isOpen(): boolean {
    return this.node.open;
  }

  /** The sentence above the table. */
  showAbout(about: string): void {
    setText(this.#about, about);
  }

  /** @param leftOut rows that are too many to show */
  showRows(rows: readonly HTMLTableRowElement[], leftOut = 0): void {
    this.#table.hidden = rows.length === 0;
    this.#none.hidden = rows.length > 0;
    this.#more.hidden = leftOut <= 0;
    setText(this.#more, t('And {0} more.', leftOut));
    // The pressed button is replaced with its row and keeps the focus.
    const focused = Array.from<Element | null>(this.#body.querySelectorAll('button')).indexOf(document.activeElement);
    this.#body.replaceChildren(...rows);
    if (focused >= 0) (this.#body.querySelectorAll('button')[focused] ?? this.node.querySelector('button'))?.focus();
  }

  /** Keys must reach the dialog although the focused button is gone. */
  keepFocus(): void {
    if (this.node.open && !this.node.contains(document.activeElement)) this.#close.focus();
  }
}
