import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Xcode } from '../xcode.ts';

/** A phone as CoreDevice knows it. */
export interface IPhone {
  /** CoreDevice's own id, a UUID. */
  readonly identifier: string;
  readonly udid: string;
  readonly name: string;
  readonly productType: string;
  readonly marketingName: string;
  readonly osVersion: string;
  readonly osBuild: string;
  readonly pairing: 'paired' | 'unpaired' | 'unsupported';
  readonly tunnel: 'connected' | 'disconnected' | 'unavailable';
  readonly transport: 'wired' | 'localNetwork';
  readonly developerMode: 'enabled' | 'disabled';
  readonly isLocked: boolean;
  /** iOS 16 and older on USB: CoreDevice knows nothing of it but that it is there. */
  readonly isBare?: boolean;
}

export async function iphones({ folder }: Xcode): Promise<readonly IPhone[]> {
  const names = await readdir(join(folder, 'iPhones'));
  return await Promise.all(
    names.sort().map(async (name): Promise<IPhone> => JSON.parse(await readFile(join(folder, 'iPhones', name, 'device.json'), 'utf8'))),
  );
}

export function iphoneFolder(xcode: Xcode, { udid }: Pick<IPhone, 'udid'>): string {
  return join(xcode.folder, 'iPhones', udid);
}

/** The phone of `--device`: CoreDevice's id, the UDID or the name. */
export async function findIPhone(xcode: Xcode, wanted: string): Promise<IPhone | undefined> {
  return (await iphones(xcode)).find(({ identifier, udid, name }) => [identifier, udid, name].includes(wanted));
}

/** A phone as `list devices` and `device info details` describe it. */
export function described(phone: IPhone): object {
  const { identifier, udid, pairing, tunnel } = phone;
  if (phone.isBare === true) {
    const connectionProperties = { pairingState: pairing, tunnelState: tunnel };
    return { capabilities: [], connectionProperties, deviceProperties: {}, hardwareProperties: {}, identifier, visibilityClass: 'default' };
  }
  return {
    capabilities: [{ featureIdentifier: 'com.apple.coredevice.feature.connectdevice', name: 'Connect to Device' }],
    connectionProperties: {
      authenticationType: 'manualPairing',
      isMobileDeviceOnly: false,
      lastConnectionDate: '2026-02-03T08:15:00.000Z',
      pairingState: pairing,
      potentialHostnames: [`${udid}.coredevice.local`, `${identifier}.coredevice.local`],
      ...(tunnel === 'unavailable' ? {} : { transportType: phone.transport, tunnelTransportProtocol: 'tcp' }),
      tunnelState: tunnel,
    },
    deviceProperties: {
      bootState: 'booted',
      bootedFromSnapshot: true,
      ddiServicesAvailable: tunnel === 'connected',
      developerModeStatus: phone.developerMode,
      hasInternalOSBuild: false,
      name: phone.name,
      osBuildUpdate: phone.osBuild,
      osVersionNumber: phone.osVersion,
      rootFileSystemIsWritable: false,
      screenViewingURL: `coredevice-devices:/viewDeviceByUUID?uuid=${identifier}`,
    },
    hardwareProperties: {
      cpuType: { name: 'arm64e', subType: 2, type: 16777228 },
      deviceType: 'iPhone',
      ecid: 1234567890,
      hardwareModel: 'D73AP',
      internalStorageCapacity: 128000000000,
      isProductionFused: true,
      marketingName: phone.marketingName,
      platform: 'iOS',
      productType: phone.productType,
      reality: 'physical',
      serialNumber: 'X0X0X0X0X0',
      supportedCPUTypes: [{ name: 'arm64e', subType: 2, type: 16777228 }],
      supportedDeviceFamilies: [1],
      thinningProductType: phone.productType,
      udid,
    },
    identifier,
    visibilityClass: 'default',
  };
}
