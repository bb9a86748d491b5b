import { type SymbolRow, symbolRows } from '../../core/analysis/frames/symbol-rows.ts';
import { LastSeen, sameData } from '../../core/memo.ts';
import type { Frame } from '../rendering/render-frame.ts';
import type { Dispatch } from '../state/page-action.ts';
import { element, setLabel, setText, textButton } from '../ui/dom.ts';
import { formatBytes, formatDay, formatDuration } from '../ui/format.ts';
import { t } from '../ui/translated.ts';
import { TableDialog } from './table-dialog.ts';

const certainties = [
  { word: () => t('None'), hint: () => t('Nothing suggests that a build renamed them; the app’s own names are shown.') },
  { word: () => t('Nearest'), hint: () => t('Names only, no lines') },
  { word: () => t('Exact'), hint: () => t('Exact build match') },
] as const;

/** Sources of names: one row for the app's classes and one per image. */
export class SymbolsDialog {
  readonly #dispatch: Dispatch;
  readonly #dialog: TableDialog;
  readonly #status = element('span', { class: 'muted', role: 'status' });
  readonly #shown = new LastSeen(sameData);

  constructor(dispatch: Dispatch) {
    this.#dispatch = dispatch;
    const retry = textButton(t('Retry'), () => {
      this.#showSearching();
      dispatch({ type: 'retrySymbols' });
    });
    retry.classList.add('needs-editor');
    this.#dialog = new TableDialog({
      name: 'symbols',
      title: t('Symbols'),
      columns: [[t('Code')], [t('Names')], [t('From')], [t('Size')], [t('Took')], [t('Actions')]],
      none: t('No symbols needed: the app reports its own names.'),
      footer: [this.#status, element('span', { class: 'spring' }), retry],
    });
  }

  get node(): HTMLDialogElement {
    return this.#dialog.node;
  }

  /** Opens it; `show` keeps its rows current. */
  open(): void {
    setText(this.#status, '');
    this.#dialog.open();
  }

  get isOpen(): boolean {
    return this.#dialog.isOpen;
  }

  show({ session }: Pick<Frame, 'session'>): void {
    if (!this.isOpen) return;
    const rows = symbolRows(session.model);
    const kept = session.about.keepsNames
      ? t('Found symbols are stored in the session.')
      : t('Found symbols are not written into this file. “Save As…” writes a copy with them.');
    this.#dialog.showAbout(`${t('Where function names and lines come from.')} ${kept}`);
    if (this.#shown.isNew(rows)) this.#dialog.showRows(rows.map((row) => this.#row(row)));
  }

  /** The request has ended. */
  lookedUp(): void {
    this.#dialog.keepFocus();
    if (this.#status.textContent !== '') setText(this.#status, t('Searched again.'));
  }

  #showSearching(): void {
    setText(this.#status, t('Searching…'));
  }

  #row({ image, path, id, facts }: SymbolRow): HTMLTableRowElement {
    const name = image === 0 ? t('Classes of the app') : (path.split('/').at(-1) ?? path);
    const { word, hint } = certainties[facts?.confidence ?? 0] ?? certainties[0];
    const why = facts === undefined ? t('Not searched yet') : facts.why || hint();
    const isNeeded = facts === undefined || facts.confidence < 2;
    const idText = id === '' ? t('no id') : t('id {0}', id);
    const wanted = image === 0 && id !== '' ? `${name} (${idText})` : name;
    return element('tr', { attributes: { 'data-image': String(image), 'data-confidence': String(facts?.confidence ?? 0) } }, [
      element('th', { attributes: { scope: 'row' } }, [
        element('div', { text: name }),
        ...(image === 0 ? [] : [element('div', { class: 'muted path', text: path })]),
        element('div', { class: 'muted id', text: idText }),
      ]),
      element('td', {}, [element('div', { class: 'word', text: word() }), element('div', { class: 'muted', text: why })]),
      element('td', {}, facts === undefined || facts.file === '' ? [] : sourceOf(facts)),
      element('td', { class: 'tabular', text: facts !== undefined && facts.bytes > 0 ? formatBytes(facts.bytes) : '' }),
      element('td', { class: 'tabular', text: facts !== undefined && facts.tookUs > 0 ? formatDuration(facts.tookUs) : '' }),
      element('td', {}, isNeeded ? [this.#locateButton(wanted)] : []),
    ]);
  }

  #locateButton(wanted: string): HTMLButtonElement {
    const pressed = textButton(t('Locate…'), () => {
      this.#showSearching();
      this.#dispatch({ type: 'locateSymbols', wanted });
    });
    pressed.classList.add('needs-editor');
    setLabel(pressed, `${t('Locate…')} ${wanted}`);
    return pressed;
  }
}

function sourceOf({ file, foundBy, builtMs, foundId, neededId }: NonNullable<SymbolRow['facts']>): readonly Node[] {
  const built = builtMs > 0 ? t('of {0}', formatDay(builtMs)) : '';
  const otherId = foundId !== '' && foundId !== neededId ? t('its id is {0}', foundId) : '';
  const how = [foundBy, built, otherId].filter((part) => part !== '').join(', ');
  return [element('div', { class: 'path', text: file }), element('div', { class: 'muted', text: how })];
}
