import type { DeviceRow } from '../../host/devices/device.ts';
import { localized } from '../surface/localized.ts';

/** A device's name and detail; those that the host made are translated. */
export function deviceWords({ id, kind, name, detail }: DeviceRow): { readonly name: string; readonly detail: string } {
  return { name: id === kind ? localized(name) : name, detail: localized(detail) };
}
