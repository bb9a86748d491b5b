import { LastSeen, sameData } from '../../../core/memo.ts';
import type { Warning } from '../../rendering/warning.ts';
import { element, icon, setText, setTitle } from '../../ui/dom.ts';
import { NotesButton } from './notes-button.ts';

/** Warnings on data quality as chips. Mere notes are folded behind a button of the header: lags are what the reader came for. */
export class WarningList {
  readonly node = element('ul', { class: 'warnings' });
  readonly button = new NotesButton(() => this.node.classList.toggle('unfolded'));
  #items: readonly WarningItem[] = [];
  readonly #shown = new LastSeen(sameData);

  /**
   * @param banner sentence of the banner that is folded with a capture's warnings; empty without one
   * @param isCapture everything is folded, as what comes by itself must not move the views
   */
  show(warnings: readonly Warning[], banner: string, isCapture: boolean): void {
    if (!this.#shown.isNew([warnings, banner, isCapture])) return;
    this.#items = itemsOf(warnings, this.#items);
    const nodes = (serious: boolean): readonly HTMLElement[] =>
      this.#items.filter((item) => item.serious === serious).map(({ node }) => node);
    const [serious, notes] = [nodes(true), nodes(false)];
    this.node.classList.toggle('quiet', isCapture || serious.length === 0);
    this.node.classList.toggle('captured', isCapture);
    arrange(this.node, [...serious, ...notes]);
    const worst = [banner, ...warnings.filter((warning) => warning.serious).map((warning) => warning.text)].filter((text) => text !== '');
    this.button.show(isCapture ? worst : [], notes.length, isCapture);
  }
}

/** One item per warning: the one with its text, else one of its kind, else a new one. */
function itemsOf(warnings: readonly Warning[], before: readonly WarningItem[]): readonly WarningItem[] {
  const free = new Set(before);
  const take = (wanted: (item: WarningItem) => boolean): WarningItem | undefined => {
    const found = [...free].find(wanted);
    if (found !== undefined) free.delete(found);
    return found;
  };
  // Several may share a kind; each keeps its text.
  const same = warnings.map((warning) => take((item) => item.isOfKind(warning) && item.text === warning.text));
  return warnings.map((warning, at) => {
    const item = same[at] ?? take((each) => each.isOfKind(warning)) ?? new WarningItem(warning);
    item.show(warning);
    return item;
  });
}

/** Sets children without moving those that may stay: moving loses focus and selection. */
function arrange(parent: HTMLElement, children: readonly HTMLElement[]): void {
  const wanted = new Set<Element>(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
  }
}

/** A warning as a chip, which opens for details. Keeps its element while the text changes. */
class WarningItem {
  readonly node: HTMLElement;
  readonly serious: boolean;
  readonly #code: string;
  readonly #sentence = element('span');
  readonly #summary = element('summary');
  readonly #details = element('p');
  readonly #opens: boolean;

  /** For warnings of this kind, without a text yet. */
  constructor({ code, serious, details }: Warning) {
    this.#code = code;
    this.serious = serious;
    this.#opens = details !== undefined;
    this.node = element('li', { class: serious ? 'serious' : 'note', attributes: { 'data-code': code } });
    const words = [icon(serious ? 'warning' : 'info'), this.#sentence];
    if (this.#opens) {
      this.#summary.append(...words);
      this.node.append(element('details', {}, [this.#summary, this.#details]));
    } else this.node.append(...words);
  }

  /** The shown sentence. */
  get text(): string {
    return this.#sentence.textContent;
  }

  /** True for the same code, seriousness and presence of details. */
  isOfKind({ code, serious, details }: Warning): boolean {
    return code === this.#code && serious === this.serious && (details !== undefined) === this.#opens;
  }

  show({ text: sentence, details = '' }: Warning): void {
    setText(this.#sentence, sentence);
    setText(this.#details, details);
    setTitle(this.#summary, details);
  }
}
