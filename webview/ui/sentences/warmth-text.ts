import { t } from '../translated.ts';

/** By `ProcessInfo.ThermalState`. */
const states: readonly (() => string)[] = [
  () => t('device temperature normal'),
  () => t('device warm'),
  () => t('device hot'),
  () => t('device too hot'),
];

/** A device's temperature; undefined for an unknown state. */
export function warmthText(state: number): string | undefined {
  return states[state]?.();
}
