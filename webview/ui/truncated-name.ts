import { printable } from '../../core/text/printable.ts';
import { element, setText } from './dom.ts';
import { shorterForms } from './fitted-label.ts';

/** Styles cut the class first: the method matters most. */
export function setTruncatedName(node: HTMLElement, written: string): void {
  const label = printable(written);
  if (node.textContent === label) return;
  const name = shorterForms(label).at(-1);
  // `-[Cart total]` has its owner around the function: nothing to cut.
  if (name === undefined || !label.endsWith(name)) {
    setText(node, label);
    return;
  }
  const owner = element('span', { class: 'owner', text: label.slice(0, label.length - name.length) });
  node.replaceChildren(owner, element('span', { class: 'function', text: name }));
}
