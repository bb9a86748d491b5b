import { shareOnBusyDevice } from '../../../core/analysis/lags/busy-device.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { element, setText } from '../../ui/dom.ts';
import { formatShare } from '../../ui/format.ts';
import { text } from '../../ui/page-text.ts';

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

  /**
   * @param lags all of the session
   * @param lackedCore those that only lacked a core
   */
  show(lags: readonly Lag[], lackedCore: readonly Lag[], hides: boolean): void {
    const share = shareOnBusyDevice(lags);
    this.#hides = hides;
    this.node.hidden = lackedCore.length === 0 || (share === undefined && !hides);
    if (this.node.hidden) return;
    const device = share === undefined ? '' : text('deviceBusy', formatShare(share));
    setText(this.#about, [device, text(hides ? 'lackedCoreHidden' : 'lackedCore', lackedCore.length)].join(' ').trim());
    setText(this.#toggle, text(hides ? 'showHidden' : 'hideLags'));
  }
}
