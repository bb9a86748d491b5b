import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import type { DeviceRow } from '../device.ts';
import { problemRow } from '../problem-row.ts';
import { Iphone, isSameUdid } from './phone/iphone.ts';
import { askFacts, factsOfCore, type IphoneFacts, iphoneRow } from './phone/iphone-facts.ts';
import { isDeviceFailure } from './protocol/device-failure.ts';
import { type Usbmux, UsbmuxAbsent, type UsbmuxDevice } from './protocol/usbmux/usbmux.ts';
import type { CoreDevice } from './xcode/devicectl/core-device.ts';
import type { Devicectl } from './xcode/devicectl/devicectl.ts';

export type XcodeView = { readonly devices: readonly CoreDevice[] } | { readonly trouble: LaglensError };

/** Throws only defects and cancels. */
export async function askXcode(devicectl: Devicectl, signal: AbortSignal): Promise<XcodeView> {
  try {
    return { devices: await devicectl.devices(signal) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof LaglensError) return { trouble: error };
    throw error;
  }
}

/** Empty without usbmuxd. */
export async function attachedDevices(usbmux: Usbmux, signal: AbortSignal): Promise<readonly UsbmuxDevice[]> {
  try {
    return await usbmux.devices(signal);
  } catch (error) {
    if (error instanceof UsbmuxAbsent) return [];
    throw error;
  }
}

/** One entry per device, however it is reached. */
export async function knownDevices(
  usbmux: Usbmux,
  attached: readonly UsbmuxDevice[],
  xcode: XcodeView | undefined,
  signal: AbortSignal,
): Promise<readonly IphoneFacts[]> {
  const cores = xcode !== undefined && 'devices' in xcode ? xcode.devices : [];
  const byUdid = new Map<string, UsbmuxDevice>();
  for (const device of attached) if (byUdid.get(device.udid)?.way !== 'USB') byUdid.set(device.udid, device);
  const asked = [...byUdid.values()].map(({ udid, way }) => {
    const core = cores.find((each) => isSameUdid(each.udid, udid));
    return askFacts(new Iphone(usbmux, udid), way, core, signal);
  });
  const others = cores.filter((core) => isReachable(core) && ![...byUdid.keys()].some((udid) => isSameUdid(udid, core.udid)));
  return [...(await Promise.all(asked)), ...others.map(factsOfCore)];
}

/** A missing Xcode is reported once, if a device needs it. */
export function deviceRows(known: readonly IphoneFacts[], xcode: XcodeView | undefined): readonly DeviceRow[] {
  const trouble = xcode !== undefined && 'trouble' in xcode ? xcode.trouble : undefined;
  const rows = disambiguated(known.map((facts) => iphoneRow(facts, trouble === undefined)));
  return trouble !== undefined && rows.some((row) => row.problem === undefined) ? [...rows, xcodeRow(trouble)] : rows;
}

/** Adds UDIDs to equal names. */
function disambiguated(rows: readonly DeviceRow[]): readonly DeviceRow[] {
  const isShared = ({ name }: DeviceRow): boolean => rows.filter((other) => other.name === name).length > 1;
  return rows.map((row) => (isShared(row) ? { ...row, detail: `${row.detail}, ${row.id}` } : row));
}

/** For a failing usbmuxd. */
export function troubleRow(error: unknown): DeviceRow {
  if (!isDeviceFailure(error)) throw error;
  const next = phrase`Unplug the device and plug it in again; if that does not help, restart the computer.`;
  return problemRow('ios', 'iPhones and iPads', { code: 'usbmux-failed', why: error.message, next });
}

/** Only Macs can install Xcode. */
function xcodeRow({ code, message, next }: LaglensError, platform: string = process.platform): DeviceRow {
  if (platform !== 'darwin' && code === 'xcode-missing') {
    const why = phrase`without it only apps that carry the agent can be captured`;
    return problemRow('ios', 'Xcode', {
      code,
      why,
      next: phrase`Link the agent into the app’s debug build (see docs/ios.md), or use a Mac with Xcode.`,
    });
  }
  return problemRow('ios', 'Xcode', { code, why: phrase`without it only apps that carry the agent can be captured. ${message}`, next });
}

/** Xcode also lists former devices, watches, televisions and headsets. */
function isReachable(core: CoreDevice): boolean {
  return ['wired', 'localNetwork'].includes(core.transport) && core.tunnel !== 'unavailable' && /^(iOS|iPadOS)$/i.test(core.platform);
}
