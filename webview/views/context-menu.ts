import { element, setLabel, setTitle } from '../ui/dom.ts';

export interface MenuItem {
  readonly label: string;
  /** Second line: what the entry leads to. */
  readonly detail: string;
  /** Tooltip. */
  readonly hint?: string;
  /** Its key, also while the menu is open; '' for none. */
  readonly letter: string;
  /** Starts a new section. */
  readonly begins: boolean;
  /** Not in a shared page. */
  readonly needsEditor?: boolean;
  /** A submenu, shown in place of the menu. */
  readonly items?: readonly MenuItem[];
  run(): void;
}

interface MenuLevel {
  readonly title: string;
  readonly items: readonly MenuItem[];
}

/** A context menu for pointer and keyboard. A choice, Escape or a lost focus closes it. */
export class ContextMenu {
  readonly node = element('div', { class: 'context-menu', role: 'menu', attributes: { tabindex: '-1' } });
  /** The menu, then its open submenu. */
  #levels: readonly MenuLevel[] = [];
  #place = { x: 0, y: 0 };
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
    this.#returnTo = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
    this.#place = { x: clientX, y: clientY };
    this.#show([{ title, items }], 0);
    // Every entry may need an editor.
    if (this.#rows.length === 0) this.#close();
  }

  /** @param focused place of the row that gets the focus */
  #show(levels: readonly MenuLevel[], focused: number): void {
    this.#levels = levels;
    const { title, items } = levels.at(-1) ?? { title: '', items: [] };
    setLabel(this.node, title);
    // A row that is removed with the focus would close the menu.
    if (this.isOpen) this.node.focus();
    const rows = items.map((item) => this.#row(item));
    this.node.replaceChildren(element('div', { class: 'title', text: title, attributes: { 'aria-hidden': 'true' } }), ...rows);
    this.node.hidden = false;
    const { width, height } = this.node.getBoundingClientRect();
    const { x, y } = this.#place;
    this.node.style.left = `${Math.max(4, Math.min(x, window.innerWidth - width - 4))}px`;
    this.node.style.top = `${Math.max(4, Math.min(y, window.innerHeight - height - 4))}px`;
    rows[focused]?.focus();
  }

  get isOpen(): boolean {
    return !this.node.hidden;
  }

  get #rows(): readonly HTMLElement[] {
    return [...this.node.querySelectorAll<HTMLElement>('.item')].filter((row) => row.offsetParent !== null);
  }

  #row(item: MenuItem): HTMLElement {
    const row = element('div', { class: 'item', role: 'menuitem', attributes: { tabindex: '-1' } }, [
      element('span', { class: 'label', text: item.label }),
      ...(item.letter === '' ? [] : [element('kbd', { text: keyName(item.letter) })]),
      ...(item.items === undefined ? [] : [element('span', { text: '▸', attributes: { 'aria-hidden': 'true' } })]),
      element('span', { class: 'detail', text: item.detail }),
    ]);
    if (item.letter !== '') row.setAttribute('aria-keyshortcuts', item.letter);
    if (item.items !== undefined) row.ariaHasPopup = 'menu';
    if (item.hint !== undefined) setTitle(row, item.hint);
    row.classList.toggle('needs-editor', item.needsEditor === true);
    row.classList.toggle('begins', item.begins);
    row.addEventListener('click', () => this.#choose(item));
    row.addEventListener('pointermove', () => row.focus());
    return row;
  }

  #choose(item: MenuItem): void {
    if (item.items !== undefined) {
      this.#show([...this.#levels, { title: item.label, items: item.items }], 0);
      return;
    }
    this.#close();
    item.run();
  }

  /** Leaves a submenu; false without one. */
  #leave(): boolean {
    const left = this.#levels.at(-1);
    const outer = this.#levels.slice(0, -1);
    if (left === undefined || outer.length === 0) return false;
    this.#show(outer, outer.at(-1)?.items.findIndex(({ items }) => items === left.items) ?? 0);
    return true;
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
    const rows = this.#rows;
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
      case 'ArrowLeft':
        this.#leave();
        return;
      case 'Escape':
        if (!this.#leave()) this.#close();
        return;
      case 'Tab':
        this.#close();
        return;
      case 'ArrowRight':
        if (rows[at]?.ariaHasPopup === 'menu') rows[at].click();
        return;
      case 'Enter':
      case ' ': {
        rows[at]?.click();
        return;
      }
    }
    const all = (this.#levels.at(-1)?.items ?? []).flatMap((item) => [item, ...(item.items ?? [])]);
    const byLetter = all.find((item) => item.letter === event.key);
    if (byLetter !== undefined) this.#choose(byLetter);
  }
}

/** Name in the list of keys: a capital means Shift. */
function keyName(letter: string): string {
  if (letter.length > 1) return letter;
  const capital = letter.toUpperCase();
  return letter === capital ? `⇧${capital}` : capital;
}
