import type { Device, DeviceProvider } from '../../../host/devices/device.ts';

/** Offers one device. */
export function fakeProvider(device: Device): DeviceProvider {
  return {
    kind: 'jvm',
    rows: () => Promise.resolve([device.row]),
    open: () => Promise.resolve(device),
    watch: () => ({ dispose: () => undefined }),
  };
}
