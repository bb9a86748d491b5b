import { fillIn } from '../../fill-in.ts';
import { ON_CPU_SHARE } from '../../session/columns/sample-columns.ts';
import type { Lag } from './lag.ts';
import { stateTexts } from './lag-texts.ts';

/** Less work says little about the device. */
const LEAST_WORK_US = 100_000;

/**
 * Main's share of a core while it had work, 0 to 1, for lags in which others took a good part of it; else undefined.
 */
export function shareOnBusyDevice(lags: readonly Pick<Lag, 'busyUs' | 'readyUs'>[]): number | undefined {
  let busyUs = 0;
  let readyUs = 0;
  for (const lag of lags) {
    busyUs += lag.busyUs;
    readyUs += lag.readyUs;
  }
  const workUs = busyUs + readyUs;
  const share = busyUs / Math.max(1, workUs);
  return workUs >= LEAST_WORK_US && share < ON_CPU_SHARE ? share : undefined;
}

/** Without its wait for a core it were shorter than the threshold: the app has little to mend. */
export function onlyLackedCore(
  { beginUs, endUs, readyUs, open }: Pick<Lag, 'beginUs' | 'endUs' | 'readyUs' | 'open'>,
  thresholdUs: number,
): boolean {
  const lengthUs = endUs - beginUs;
  return !open && lengthUs >= thresholdUs && lengthUs - readyUs < thresholdUs;
}

/** The note in English where it holds, else nothing. */
export function busyDeviceSentence(lags: readonly Pick<Lag, 'busyUs' | 'readyUs'>[]): readonly string[] {
  const share = shareOnBusyDevice(lags);
  return share === undefined ? [] : [fillIn(stateTexts.deviceBusy, [`${Math.round(share * 100)} %`])];
}
