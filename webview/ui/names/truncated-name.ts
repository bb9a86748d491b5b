import { printable } from '../../../core/text/printable.ts';
import { element, setText } from '../dom.ts';
import { shorterForms } from './fitted-label.ts';
import { keepFlush } from './flush-names.ts';

/** Width of a letter and an ellipsis: a shorter class is not worth cutting. */
const SHORT_OWNER = 3;

/** Styles cut the class first: the method matters most. */
export function setTruncatedName(node: HTMLElement, from: string): void {
  const label = printable(from);
  if (node.textContent === label) return;
  const name = shorterForms(label).at(-1);
  // `-[Cart total]` has its owner around the function: nothing to cut.
  if (name === undefined || !label.endsWith(name)) {
    setText(node, label);
    return;
  }
  const written = label.slice(0, label.length - name.length);
  const owner = element('span', { class: written.length > SHORT_OWNER ? 'owner' : 'owner short' }, [
    element('bdi', { text: written, attributes: { dir: 'ltr' } }),
  ]);
  node.replaceChildren(owner, element('span', { class: 'function', text: name }));
  keepFlush(owner);
}
