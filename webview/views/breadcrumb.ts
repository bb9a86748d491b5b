import type { Transform } from '../../core/views/transform.ts';
import { element, icon, setText } from '../dom.ts';
import { text } from '../text.ts';
import { crumbText, transformText } from '../transform-texts.ts';

/** What is shown, as a chain: the stretch, then each transform, which its button takes back. */
export class Breadcrumb {
  readonly node = element('div', { class: 'breadcrumb', role: 'list', attributes: { 'aria-label': text('transforms') } });
  readonly #stretch = element('span', { class: 'stretch muted tabular', role: 'listitem' });
  readonly #undo: (at: number) => void;
  #shown: readonly Transform[] = [];

  /** @param undo takes back the transform at a place of the chain */
  constructor(undo: (at: number) => void) {
    this.#undo = undo;
    this.node.append(this.#stretch);
  }

  show(stretch: string, transforms: readonly Transform[]): void {
    setText(this.#stretch, stretch);
    if (transforms === this.#shown) return;
    this.#shown = transforms;
    const chips = transforms.map((transform, at) => {
      const name = crumbText(transform);
      const label = text('undoTransform', name);
      const title = `${transformText(transform)}\n${text('undoLast')}`;
      const undo = element('button', { title: label, attributes: { type: 'button', 'aria-label': label } }, [icon('close')]);
      undo.addEventListener('click', () => this.#undo(at));
      return element('span', { class: 'chip', role: 'listitem', title }, [element('span', { text: name }), undo]);
    });
    this.node.replaceChildren(this.#stretch, ...chips);
  }
}
