import { shareOnBusyDevice } from '../../../core/analysis/lags/busy-device.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { stateTexts } from '../../../core/analysis/lags/lag-texts.ts';
import { element } from '../../ui/dom.ts';
import { formatDuration, formatShare } from '../../ui/format.ts';
import { t } from '../../ui/translated.ts';
import type { SpentTime } from './lag-terms.ts';

/** Bar of time by state. */
export function spentBar({ busyUs, blockedUs, gcUs, readyUs, unknownUs }: SpentTime, allUs: number): HTMLElement {
  const part = (name: string, us: number): HTMLElement => {
    const node = element('i', { class: name });
    node.style.width = `${(100 * us) / Math.max(1, allUs)}%`;
    return node;
  };
  const parts = [part('busy', busyUs), part('blocked', blockedUs), part('gc', gcUs), part('ready', readyUs), part('unknown', unknownUs)];
  return element('span', { class: 'shares', attributes: { 'aria-hidden': 'true' } }, parts);
}

/** The same in words, without shares below 1 %. */
export function spentTexts({ busyUs, blockedUs, gcUs, readyUs, unknownUs }: SpentTime, allUs: number): Node[] {
  const shares = [
    ['busy', busyUs, 'busy'],
    ['blocked', blockedUs, 'blocked'],
    ['gc', gcUs, 'garbage'],
    ['ready', readyUs, 'ready'],
    ['unknown', unknownUs, 'unknown'],
  ] as const;
  return shares
    .filter(([, us]) => us / Math.max(1, allUs) >= 0.01)
    .map(([swatch, us, key]) =>
      element('span', { class: 'key' }, [
        element('i', { class: `swatch ${swatch}` }),
        element('span', { class: 'tabular', text: `${t(stateTexts[key])} ${formatDuration(us)}` }),
      ]),
    );
}

/** Where it holds: that others took the cores. */
export function busyDeviceNote(lags: readonly Lag[]): readonly HTMLElement[] {
  const share = shareOnBusyDevice(lags);
  return share === undefined ? [] : [element('span', { class: 'muted busy-device', text: t(stateTexts.deviceBusy, formatShare(share)) })];
}
