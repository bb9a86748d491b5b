import { systemRecordKind } from '../../../../core/session/model/system-records.ts';
import type { SystemRecord } from '../../device.ts';

const nothing = { subreason: 0, importance: 0, pssBytes: 0, rssBytes: 0, trace: 0, text: '' };

/**
 * Battery Saver and the battery's charge.
 * Sources: AOSP Settings.Global.LOW_POWER_MODE, BatteryService.dumpInternal.
 * @param output of `date +%s; settings get global low_power; dumpsys battery`
 */
export function powerRecord(output: string): readonly SystemRecord[] {
  const [seconds = '', saver = '', ...battery] = output.split(/\r?\n/);
  if (!/^\d{1,11}$/.test(seconds)) return [];
  const value = (name: string): number => Number(new RegExp(`^ *${name}: (\\d{1,6})$`, 'm').exec(battery.join('\n'))?.[1] ?? Number.NaN);
  const percent = Math.round((100 * value('level')) / value('scale'));
  const isKnown = percent >= 0 && percent <= 100;
  const reason = saver.trim() === '1' ? 1 : 0;
  return [{ ...nothing, kind: systemRecordKind.power, wallUs: Number(seconds) * 1e6, reason, status: isKnown ? percent : -1 }];
}
