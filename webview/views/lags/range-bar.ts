import type { Frame } from '../../rendering/render-frame.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { element, iconButton, setText } from '../../ui/dom.ts';
import { t } from '../../ui/translated.ts';

/** Above the list: how many lags the dragged range has, and the way back to all. */
export class RangeBar {
  readonly node: HTMLElement;
  readonly #title = element('span', { class: 'title', role: 'status' });

  /** @param list has the focus after the bar's button went with the bar */
  constructor(dispatch: Dispatch, list: { focus(): void }) {
    this.node = element('div', { class: 'bar range-bar', role: 'group', attributes: { 'aria-label': t('Lags of the selected range') } }, [
      this.#title,
      element('span', { class: 'spring' }),
      iconButton('close', t('Clear range'), () => {
        dispatch({ type: 'clearRange' });
        list.focus();
      }),
    ]);
    this.node.hidden = true;
  }

  show({ state, list }: Pick<Frame, 'state' | 'list'>): void {
    const { within } = state;
    const { lags, outOf } = list;
    this.node.hidden = within === undefined;
    setText(this.#title, within === undefined ? '' : t('In range: {0} of {1} lags', lags, outOf));
  }
}
