import { element, icon, setText, setTitle } from '../ui/dom.ts';
import type { Warning } from './warnings.ts';

/** A warning as a chip, which opens for details. Keeps its element while the text changes. */
export class WarningItem {
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
