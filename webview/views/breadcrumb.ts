import { LastSeen, sameKey } from '../../core/memo.ts';
import type { Comparison } from '../content/view-contents.ts';
import { crumbText, transformText } from '../frames/transform-texts.ts';
import type { Dispatch, ViewChange } from '../state/page-action.ts';
import type { ViewState } from '../state/view-state.ts';
import { element, icon } from '../ui/dom.ts';
import { text } from '../ui/page-text.ts';

/** The view as a chain: the comparison, then each transform with a button to remove it. */
export class Breadcrumb {
  readonly node = element('div', { class: 'breadcrumb', role: 'list', attributes: { 'aria-label': text('transforms') } });
  readonly #dispatch: Dispatch;
  readonly #undo: (at: number) => void;
  readonly #key = new LastSeen(sameKey);

  /** @param undo takes back the transform at a place of the chain */
  constructor(dispatch: Dispatch, undo: (at: number) => void) {
    this.#dispatch = dispatch;
    this.#undo = undo;
  }

  show({ transforms, mode }: Pick<ViewState, 'transforms' | 'mode'>, comparison: Comparison | undefined): void {
    if (!this.#key.isNew([transforms, mode, comparison?.name, comparison?.isOn])) return;
    const chips = transforms.map((transform, at) => {
      const name = crumbText(transform);
      const label = text('undoTransform', name);
      const title = `${transformText(transform)}\n${text('undoLast')}`;
      const made = chip(name, title, label, () => this.#undo(at));
      // Other views have no inverted form, or their own switch.
      made.classList.toggle('unused', transform.type === 'invert' && mode !== 'aggregated');
      return made;
    });
    const compared = comparison === undefined ? [] : [this.#comparison(comparison, mode === 'time')];
    this.node.replaceChildren(...compared, ...chips);
    this.node.hidden = this.node.childElementCount === 0;
    // The newest is in view where not all have room.
    this.node.scrollLeft = this.node.scrollWidth;
  }

  /** Calls over time show no comparison: there its chip leads to one that does. */
  #comparison({ name, isOn }: Comparison, leads: boolean): HTMLElement {
    if (isOn) {
      const drop = (): void => this.#dispatch({ type: 'change', change: { baseline: false, range2: undefined } });
      const title = `${text('differsFrom', name)}\n${text('comparisonHint')}`;
      const made = chip(leads ? '' : text('compared'), title, text('dropCompared'), drop);
      made.classList.add('compared-chip');
      if (leads) made.prepend(this.#link(text('showCompared', name), { mode: 'aggregated' }));
      return made;
    }
    const link = this.#link(text('compareBaseline', name), { baseline: true });
    return element('span', { class: 'compare compared-chip', role: 'listitem' }, [link]);
  }

  /** @param label the whole sentence: the bar of the list, or of the timeline, has the names, too */
  #link(label: string, change: ViewChange): HTMLElement {
    const attributes = { type: 'button', 'aria-label': label };
    const button = element('button', { class: 'link', text: text('compareLink'), title: label, attributes });
    button.addEventListener('click', () => this.#dispatch({ type: 'change', change }));
    return button;
  }
}

function chip(name: string, title: string, label: string, dropped: () => void): HTMLElement {
  const drop = element('button', { title: label, attributes: { type: 'button', 'aria-label': label } }, [icon('close')]);
  drop.addEventListener('click', dropped);
  return element('span', { class: 'chip', role: 'listitem', title }, [element('span', { text: name }), drop]);
}
