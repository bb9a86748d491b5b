import { shareOnBusyDevice } from '../../../core/analysis/lags/busy-device.ts';
import { stateTexts } from '../../../core/analysis/lags/lag-texts.ts';
import type { Frame } from '../../rendering/render-frame.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { element, setText } from '../../ui/dom.ts';
import { formatShare } from '../../ui/format.ts';
import { t } from '../../ui/translated.ts';

/** Below the list on a busy device: says so once, and hides the lags that only lacked a core. */
export class BusyBar {
  readonly node: HTMLElement;
  readonly #about = element('span', { class: 'muted' });
  readonly #toggle = element('button', { class: 'link', attributes: { type: 'button' } });
  #hides = false;

  constructor(dispatch: Dispatch) {
    this.#toggle.addEventListener('click', () => dispatch({ type: 'change', change: { hidesLackedCore: !this.#hides } }));
    this.node = element('div', { class: 'bar busy-bar' }, [this.#about, this.#toggle]);
    this.node.hidden = true;
  }

  show({ list, state }: Pick<Frame, 'list' | 'state'>): void {
    const { inRange, lackedCore } = list;
    const hides = state.hidesLackedCore;
    const share = shareOnBusyDevice(inRange);
    this.#hides = hides;
    this.node.hidden = lackedCore.length === 0 || (share === undefined && !hides);
    if (this.node.hidden) return;
    const device = share === undefined ? '' : t(stateTexts.deviceBusy, formatShare(share));
    setText(
      this.#about,
      [
        device,
        hides ? t('{0} hidden that only lacked a core.', lackedCore.length) : t('Lags that only lacked a core: {0}.', lackedCore.length),
      ]
        .join(' ')
        .trim(),
    );
    setText(this.#toggle, hides ? t('Show') : t('Hide'));
  }
}
