import type { Frame } from '../../rendering/render-frame.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { element, setText } from '../../ui/dom.ts';
import { t } from '../../ui/translated.ts';

/** Below the list's bar while groups are hidden: their number, and the way back. */
export class HiddenGroups {
  readonly node: HTMLElement;
  readonly #count = element('span', { class: 'muted', role: 'status' });

  /** @param list has the focus after the bar's button went with the bar */
  constructor(dispatch: Dispatch, list: { focus(): void }) {
    const show = element('button', { class: 'link', text: t('Show'), attributes: { type: 'button' } });
    show.addEventListener('click', () => {
      dispatch({ type: 'change', change: { hiddenGroups: [] } });
      list.focus();
    });
    this.node = element('div', { class: 'bar hidden-groups' }, [this.#count, show]);
    this.node.hidden = true;
  }

  show({ list }: Pick<Frame, 'list'>): void {
    const { hidden } = list;
    this.node.hidden = hidden === 0;
    setText(this.#count, hidden === 1 ? t('1 group hidden') : t('{0} groups hidden', hidden));
  }
}
