import { LastSeen, sameKey } from '../../core/memo.ts';
import { crumbText, transformText } from '../frames/transform-texts.ts';
import { modeOf } from '../modes/modes.ts';
import type { ViewState } from '../state/view-state.ts';
import { element, icon } from '../ui/dom.ts';
import { t } from '../ui/translated.ts';

/** The view as a chain: the comparison, then each transform with a button to remove it. */
export class Breadcrumb {
  readonly node = element('div', { class: 'breadcrumb', role: 'list', attributes: { 'aria-label': t('Transforms') } });
  readonly #undo: (at: number) => void;
  readonly #showAll: () => void;
  readonly #key = new LastSeen(sameKey);

  /**
   * @param undo takes back the transform at a place of the chain
   * @param showAll shows all frames of selected lags
   */
  constructor(undo: (at: number) => void, showAll: () => void) {
    this.#undo = undo;
    this.#showAll = showAll;
  }

  /** @param isAppOfLag a selected lag shows only the app's frames, without the transform */
  show({ transforms, mode }: Pick<ViewState, 'transforms' | 'mode'>, isAppOfLag: boolean): void {
    if (!this.#key.isNew([transforms, mode, isAppOfLag])) return;
    const chips = transforms.map((transform, at) => {
      const name = crumbText(transform);
      const label = t('Undo: {0}', name);
      const title = `${transformText(transform)}\n${t('Backspace undoes the last one')}`;
      const made = chip(name, title, label, () => this.#undo(at));
      // Other modes have no inverted form, or their own switch.
      made.classList.toggle('unused', transform.type === 'invert' && modeOf({ mode }).inverts !== 'stacks');
      return made;
    });
    this.node.replaceChildren(...(isAppOfLag ? [this.#appOfLag()] : []), ...chips);
    this.node.hidden = this.node.childElementCount === 0;
    // The newest is in view where not all have room.
    this.node.scrollLeft = this.node.scrollWidth;
  }

  /** Stands for the switch, which narrow pages have no room for. */
  #appOfLag(): HTMLElement {
    const name = t('app only');
    const made = chip(name, t('Only the app’s frames (A)'), t('Undo: {0}', name), () => this.#showAll());
    made.classList.add('of-lag');
    return made;
  }
}

function chip(name: string, title: string, label: string, dropped: () => void): HTMLElement {
  const drop = element('button', { title: label, attributes: { type: 'button', 'aria-label': label } }, [icon('close')]);
  drop.addEventListener('click', dropped);
  return element('span', { class: 'chip', role: 'listitem', title }, [element('span', { text: name }), drop]);
}
