import { printable } from '../../core/text/printable.ts';
import { element, setText } from './dom.ts';
import { shorterForms } from './fitted-label.ts';

/** Writes `Class.method` so that a place too narrow cuts the class first, by its styles: the method is what one reads. */
export function setTruncatedName(node: HTMLElement, written: string): void {
  const label = printable(written);
  if (node.textContent === label) return;
  const name = shorterForms(label).at(-1);
  // Where the owner stands around the function, as in `-[Cart total]`, nothing can be taken away in front.
  if (name === undefined || !label.endsWith(name)) {
    setText(node, label);
    return;
  }
  const owner = element('span', { class: 'owner', text: label.slice(0, label.length - name.length) });
  node.replaceChildren(owner, element('span', { class: 'function', text: name }));
}
