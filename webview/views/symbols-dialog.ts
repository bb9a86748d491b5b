import type { SymbolRow } from '../../core/analysis/frames/symbol-rows.ts';
import { LastSeen, sameData } from '../../core/memo.ts';
import type { PageStringKey } from '../../protocol/page-protocol.ts';
import type { Dispatch } from '../state/page-action.ts';
import { element, setLabel, setText } from '../ui/dom.ts';
import { keepTyping } from '../ui/field-keys.ts';
import { formatBytes, formatDay, formatDuration } from '../ui/format.ts';
import { text } from '../ui/page-text.ts';

const columns = ['columnCode', 'columnNames', 'columnSource', 'columnSize', 'columnTook', 'columnActions'] as const;
const certainties = [
  ['certainNone', ''],
  ['certainNearest', 'certainNearestHint'],
  ['certainExact', 'certainExactHint'],
] as const satisfies readonly (readonly [PageStringKey, PageStringKey | ''])[];

/** Sources of names: one row for the app's classes and one per image. Escape closes it. */
export class SymbolsDialog {
  readonly node: HTMLDialogElement;
  readonly #dispatch: Dispatch;
  readonly #about = element('p', { class: 'muted' });
  readonly #body = element('tbody');
  readonly #table: HTMLTableElement;
  readonly #none = element('p', { text: text('symbolsNone') });
  readonly #status = element('span', { class: 'muted', role: 'status' });
  readonly #close = button(text('close'), () => this.node.close());
  readonly #shown = new LastSeen(sameData);

  constructor(dispatch: Dispatch) {
    this.#dispatch = dispatch;
    const title = element('h2', { text: text('symbolsTitle'), attributes: { id: 'symbols-title' } });
    const head = columns.map((column) => element('th', { text: text(column), attributes: { scope: 'col' } }));
    this.#table = element('table', {}, [element('thead', {}, [element('tr', {}, head)]), this.#body]);
    const retry = button(text('retry'), () => {
      this.#showSearching();
      dispatch({ type: 'retrySymbols' });
    });
    retry.classList.add('needs-editor');
    const footer = element('div', { class: 'buttons' }, [this.#status, element('span', { class: 'spring' }), retry, this.#close]);
    const scroller = element('div', { class: 'scroller', attributes: { tabindex: '0', 'aria-labelledby': 'symbols-title' } }, [
      this.#table,
      this.#none,
    ]);
    this.node = element('dialog', { class: 'symbols', attributes: { 'aria-labelledby': 'symbols-title' } }, [
      title,
      this.#about,
      scroller,
      footer,
    ]);
    this.node.addEventListener('keydown', keepTyping);
    this.node.addEventListener('click', (event) => event.target === this.node && this.node.close());
  }

  /** Opens it; `show` keeps its rows current. */
  open(): void {
    setText(this.#status, '');
    if (this.node.open) return;
    this.node.showModal();
    this.#close.focus();
  }

  get isOpen(): boolean {
    return this.node.open;
  }

  show(rows: readonly SymbolRow[], keepsNames: boolean): void {
    setText(this.#about, `${text('symbolsAbout')} ${text(keepsNames ? 'symbolsKept' : 'symbolsNotKept')}`);
    if (!this.#shown.isNew(rows)) return;
    this.#table.hidden = rows.length === 0;
    this.#none.hidden = rows.length > 0;
    // The pressed button is replaced with its row and keeps the focus.
    const focused = Array.from<Element | null>(this.#body.querySelectorAll('button')).indexOf(document.activeElement);
    this.#body.replaceChildren(...rows.map((row) => this.#row(row)));
    if (focused >= 0) (this.#body.querySelectorAll('button')[focused] ?? this.node.querySelector('button'))?.focus();
  }

  /** The request has ended. */
  lookedUp(): void {
    // The pressed button may be gone; keys must reach the list.
    if (this.node.open && !this.node.contains(document.activeElement)) this.#close.focus();
    if (this.#status.textContent !== '') setText(this.#status, text('symbolsSearched'));
  }

  #showSearching(): void {
    setText(this.#status, text('symbolsLooking'));
  }

  #row({ image, path, id, facts }: SymbolRow): HTMLTableRowElement {
    const name = image === 0 ? text('classesOfApp') : (path.split('/').at(-1) ?? path);
    const [word, hint] = certainties[facts?.confidence ?? 0] ?? certainties[0];
    const why = facts === undefined ? text('notSearched') : facts.why || (hint === '' ? text('notRenamed') : text(hint));
    const isNeeded = facts === undefined || facts.confidence < 2;
    const idText = id === '' ? text('noId') : text('symbolId', id);
    const wanted = image === 0 && id !== '' ? `${name} (${idText})` : name;
    return element('tr', { attributes: { 'data-image': String(image), 'data-confidence': String(facts?.confidence ?? 0) } }, [
      element('th', { attributes: { scope: 'row' } }, [
        element('div', { text: name }),
        ...(image === 0 ? [] : [element('div', { class: 'muted path', text: path })]),
        element('div', { class: 'muted id', text: idText }),
      ]),
      element('td', {}, [element('div', { class: 'word', text: text(word) }), element('div', { class: 'muted', text: why })]),
      element('td', {}, facts === undefined || facts.file === '' ? [] : sourceOf(facts)),
      element('td', { class: 'tabular', text: facts !== undefined && facts.bytes > 0 ? formatBytes(facts.bytes) : '' }),
      element('td', { class: 'tabular', text: facts !== undefined && facts.tookUs > 0 ? formatDuration(facts.tookUs) : '' }),
      element('td', {}, isNeeded ? [this.#locateButton(wanted)] : []),
    ]);
  }

  #locateButton(wanted: string): HTMLButtonElement {
    const pressed = button(text('locate'), () => {
      this.#showSearching();
      this.#dispatch({ type: 'locateSymbols', wanted });
    });
    pressed.classList.add('needs-editor');
    setLabel(pressed, `${text('locate')} ${wanted}`);
    return pressed;
  }
}

function sourceOf({ file, foundBy, builtMs, foundId, neededId }: NonNullable<SymbolRow['facts']>): readonly Node[] {
  const built = builtMs > 0 ? text('builtAt', formatDay(builtMs)) : '';
  const otherId = foundId !== '' && foundId !== neededId ? text('foundId', foundId) : '';
  const how = [foundBy, built, otherId].filter((part) => part !== '').join(', ');
  return [element('div', { class: 'path', text: file }), element('div', { class: 'muted', text: how })];
}

/** Styled as VS Code's secondary buttons. */
export function button(label: string, pressed: () => void): HTMLButtonElement {
  const made = element('button', { class: 'text-button', text: label, attributes: { type: 'button' } });
  made.addEventListener('click', pressed);
  return made;
}
