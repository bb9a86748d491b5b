import { ANDROID_ROW_NAME } from '../../host/devices/android/watch-android-devices.ts';
import type { DeviceRow } from '../../host/devices/device.ts';
import { localized } from '../surface/localized.ts';

/** A device's name and detail; those that the host made are translated. */
export function deviceWords({ kind, name, detail }: DeviceRow): { readonly name: string; readonly detail: string } {
  return { name: kind === 'jvm' || name === ANDROID_ROW_NAME ? localized(name) : name, detail: localized(detail) };
}
