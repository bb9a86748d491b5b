import { screenName } from '../../../core/analysis/lags/screens.ts';
import { LastSeen, sameKey } from '../../../core/memo.ts';
import type { Frame } from '../../rendering/render-frame.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { element, setText } from '../../ui/dom.ts';
import { keepTyping } from '../../ui/field-keys.ts';
import { t } from '../../ui/translated.ts';

/** More than this many screens do not fit a menu. */
const MOST_SCREENS = 200;

/** Below the list of an app with several screens: whose lags it shows. */
export class ScreenBar {
  readonly node: HTMLElement;
  readonly #screen = element('select', { class: 'select', attributes: { 'aria-label': t('Screen') } });
  readonly #count = element('span', { class: 'muted tabular', role: 'status' });
  readonly #isNew = new LastSeen(sameKey);
  /** Undefined stands for all screens. */
  #choices: readonly (string | undefined)[] = [];

  constructor(dispatch: Dispatch) {
    this.#screen.addEventListener('keydown', keepTyping);
    this.#screen.addEventListener('change', () => {
      dispatch({ type: 'change', change: { screen: this.#choices[this.#screen.selectedIndex] } });
    });
    this.node = element('div', { class: 'bar screen-bar' }, [this.#screen, this.#count]);
    this.node.hidden = true;
  }

  show({ state, list }: Pick<Frame, 'state' | 'list'>): void {
    // It may have no lag here.
    const { screen } = state;
    const { screens, onScreen, lags } = list;
    this.node.hidden = screens.length < 2 && screen === undefined;
    const listed = screens.slice(0, MOST_SCREENS);
    this.#choices = [undefined, ...listed, ...(screen === undefined || listed.includes(screen) ? [] : [screen])];
    if (this.#isNew.isNew(this.#choices)) this.#screen.replaceChildren(...this.#choices.map(choice));
    const chosen = this.#choices.indexOf(screen);
    if (this.#screen.selectedIndex !== chosen) this.#screen.selectedIndex = chosen;
    setText(this.#count, onScreen === undefined ? '' : t('{0} of {1} lags', onScreen, lags));
  }
}

function choice(screen: string | undefined): HTMLOptionElement {
  return element('option', { text: screen === undefined ? t('All screens') : screenName(screen) });
}
