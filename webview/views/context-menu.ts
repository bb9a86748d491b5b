import { element, setLabel } from '../ui/dom.ts';

export interface MenuItem {
  readonly label: string;
  /** Second line: the term of other tools. */
  readonly detail: string;
  /** Its key, also while the menu is open; '' for none. */
  readonly letter: string;
  /** Starts a new section. */
  readonly begins: boolean;
  /** Not in a shared page. */
  readonly needsEditor?: boolean;
  run(): void;
}

/** A context menu for pointer and keyboard. A choice, Escape or a lost focus closes it. */
export class ContextMenu {
  readonly node = element('div', { class: 'context-menu', role: 'menu', attributes: { tabindex: '-1' } });
  #items: readonly MenuItem[] = [];
  #returnTo: HTMLElement | undefined;

  constructor() {
    this.node.hidden = true;
    this.node.addEventListener('keydown', (event) => this.#key(event));
    this.node.addEventListener('focusout', (event) => {
      const next = event.relatedTarget;
      if (!(next instanceof Node && this.node.contains(next))) this.#hide();
    });
    this.node.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /** @param title for screen readers */
  open(title: string, items: readonly MenuItem[], clientX: number, clientY: number): void {
    this.#items = items;
    this.#returnTo = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
    setLabel(this.node, title);
    const rows = items.map((item) => this.#row(item));
    this.node.replaceChildren(element('div', { class: 'title', text: title, attributes: { 'aria-hidden': 'true' } }), ...rows);
    this.node.hidden = false;
    const { width, height } = this.node.getBoundingClientRect();
    this.node.style.left = `${Math.max(4, Math.min(clientX, window.innerWidth - width - 4))}px`;
    this.node.style.top = `${Math.max(4, Math.min(clientY, window.innerHeight - height - 4))}px`;
    rows[0]?.focus();
  }

  get isOpen(): boolean {
    return !this.node.hidden;
  }

  #row(item: MenuItem): HTMLElement {
    const row = element('div', { class: 'item', role: 'menuitem', attributes: { tabindex: '-1' } }, [
      element('span', { class: 'label', text: item.label }),
      ...(item.letter === '' ? [] : [element('kbd', { text: keyName(item.letter) })]),
      element('span', { class: 'detail', text: item.detail }),
    ]);
    if (item.letter !== '') row.setAttribute('aria-keyshortcuts', item.letter);
    row.classList.toggle('needs-editor', item.needsEditor === true);
    row.classList.toggle('begins', item.begins);
    row.addEventListener('click', () => this.#choose(item));
    row.addEventListener('pointermove', () => row.focus());
    return row;
  }

  #choose(item: MenuItem): void {
    this.#close();
    item.run();
  }

  #hide(): void {
    this.node.hidden = true;
  }

  #close(): void {
    this.#hide();
    this.#returnTo?.focus();
  }

  #key(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const rows = [...this.node.querySelectorAll<HTMLElement>('.item')].filter((row) => row.offsetParent !== null);
    const at = rows.findIndex((row) => row.matches(':focus'));
    switch (event.key) {
      case 'ArrowDown':
        rows[(at + 1) % rows.length]?.focus();
        return;
      case 'ArrowUp':
        rows[(at - 1 + rows.length) % rows.length]?.focus();
        return;
      case 'Home':
        rows[0]?.focus();
        return;
      case 'End':
        rows.at(-1)?.focus();
        return;
      case 'Escape':
      case 'Tab':
        this.#close();
        return;
      case 'Enter':
      case ' ': {
        rows[at]?.click();
        return;
      }
    }
    const byLetter = this.#items.find((item) => item.letter === event.key);
    if (byLetter !== undefined) this.#choose(byLetter);
  }
}

/** As in the list of keys: a capital means Shift. */
function keyName(letter: string): string {
  if (letter.length > 1) return letter;
  const capital = letter.toUpperCase();
  return letter === capital ? `⇧${capital}` : capital;
}
