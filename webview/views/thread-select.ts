import { element } from '../ui/dom.ts';
import { keepTyping } from '../ui/field-keys.ts';
import { text } from '../ui/page-text.ts';

export interface ThreadChoice {
  /** Row of `model.threads`. */
  readonly index: number;
  readonly label: string;
}

/** Chooses the flame graph's thread. */
export class ThreadSelect {
  readonly node: HTMLSelectElement;
  #shown = '';

  constructor(chosen: (index: number) => void) {
    this.node = element('select', { class: 'select', title: text('thread'), attributes: { 'aria-label': text('thread') } });
    this.node.addEventListener('change', () => chosen(Number(this.node.value)));
    this.node.addEventListener('keydown', keepTyping);
  }

  /** An unchanged list is left alone: a rebuilt one closes under the reader. */
  show(threads: readonly ThreadChoice[], selected: number): void {
    const key = threads.map((thread) => `${thread.index}\n${thread.label}`).join('\n');
    if (key !== this.#shown) {
      this.#shown = key;
      const options = threads.map((thread) => element('option', { text: thread.label, attributes: { value: String(thread.index) } }));
      this.node.replaceChildren(...options);
    }
    this.node.hidden = threads.length === 0;
    const value = String(selected);
    if (this.node.value !== value) this.node.value = value;
  }
}
