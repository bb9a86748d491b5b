import { shortName } from '../../frames/transform-texts.ts';
import type { Frame } from '../../rendering/render-frame.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { element, iconButton, setText, setTitle } from '../../ui/dom.ts';
import { text } from '../../ui/page-text.ts';

/** Above the list: the function that all listed lags ran, and the way back to all. */
export class FunctionBar {
  readonly node: HTMLElement;
  readonly #title = element('span', { class: 'title', role: 'status' });

  /** @param list has the focus after the bar's button went with the bar */
  constructor(dispatch: Dispatch, list: { focus(): void }) {
    this.node = element('div', { class: 'bar function-bar', role: 'group', attributes: { 'aria-label': text('ranLabel') } }, [
      this.#title,
      element('span', { class: 'spring' }),
      iconButton('close', text('ranAll'), () => {
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
    setText(this.#title, text('ranFunction', ran, lags, shortName(key)));
    setTitle(this.#title, key);
  }
}
