import { shortName } from '../../frames/transform-texts.ts';
import type { Frame } from '../../rendering/render-frame.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { element, iconButton, setText, setTitle } from '../../ui/dom.ts';
import { t } from '../../ui/translated.ts';

/** Above the list: the function that all listed lags ran, and the way back to all. */
export class FunctionBar {
  readonly node: HTMLElement;
  readonly #title = element('span', { class: 'title', role: 'status' });

  /** @param list has the focus after the bar's button went with the bar */
  constructor(dispatch: Dispatch, list: { focus(): void }) {
    this.node = element('div', { class: 'bar function-bar', role: 'group', attributes: { 'aria-label': t('Lags of one function') } }, [
      this.#title,
      element('span', { class: 'spring' }),
      iconButton('close', t('List all lags'), () => {
        dispatch({ type: 'change', change: { ran: undefined } });
        list.focus();
      }),
    ]);
    this.node.hidden = true;
  }

  show({ state, list }: Pick<Frame, 'state' | 'list'>): void {
    const { ran: key } = state;
    const { ran, lags } = list;
    this.node.hidden = key === undefined || ran === undefined;
    if (key === undefined || ran === undefined) return;
    setText(this.#title, t('{0} of {1} lags ran {2}', ran, lags, shortName(key)));
    setTitle(this.#title, key);
  }
}
