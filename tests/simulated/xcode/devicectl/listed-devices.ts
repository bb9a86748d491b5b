import { type Simulator, simulators } from '../simctl/simulators.ts';
import { type Setup, Xcode } from '../xcode.ts';
import { majorOf } from './devicectl-result.ts';
import type { IPhone } from './iphones.ts';

/** From this Xcode on, devicectl lists simulators and the Mac, and spells properties in a second way. */
const FIRST_WITH_SIMULATORS = 27;

/** The three groups of properties, as Xcode 15 and newer write them. */
interface Groups {
  readonly connectionProperties: Readonly<Record<string, unknown>>;
  readonly deviceProperties: Readonly<Record<string, unknown>>;
  readonly hardwareProperties: Readonly<Record<string, unknown>>;
}

/** A phone in `list devices` and `device info details`. */
export function described(phone: IPhone, setup: Setup): object {
  const { identifier, udid, pairing, tunnel } = phone;
  if (phone.isBare === true) {
    const connectionProperties = { pairingState: pairing, tunnelState: tunnel };
    return spelled(setup, identifier, 'default', { connectionProperties, deviceProperties: {}, hardwareProperties: {} });
  }
  return spelled(setup, identifier, 'default', {
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
  });
}

/** Xcode 27 also lists all simulators, and the Mac. */
export async function simulatedDevices(folder: string, setup: Setup): Promise<readonly object[]> {
  if (majorOf(setup.version) < FIRST_WITH_SIMULATORS) return [];
  return [...(await simulators(new Xcode(folder))).map((simulator) => simulated(simulator, setup)), theMac(setup)];
}

function simulated({ udid, name, runtime, deviceType, state }: Simulator, setup: Setup): object {
  const isBooted = state === 'Booted';
  return spelled(setup, udid, 'simulators', {
    connectionProperties: {
      pairingState: 'paired',
      potentialHostnames: [`${udid}.coredevice.local`],
      transportType: 'sameMachine',
      tunnelState: isBooted ? 'connected' : 'disconnected',
    },
    deviceProperties: { bootState: isBooted ? 'booted' : 'shutdown', name, osVersionNumber: runtime.split('-').slice(1).join('.') },
    hardwareProperties: {
      deviceType: 'iPhone',
      marketingName: deviceType.replaceAll('-', ' '),
      platform: 'iOS',
      productType: 'iPhone18,1',
      reality: 'simulated',
      udid,
    },
  });
}

function theMac(setup: Setup): object {
  const udid = '00006031-000A1B2C3D4E001C';
  return spelled(setup, '5A3C0F8E-2B1D-5E4F-8A6B-7C8D9E0F1A2B', 'default', {
    connectionProperties: { pairingState: 'paired', transportType: 'sameMachine', tunnelState: 'connected' },
    deviceProperties: { bootState: 'booted', name: 'Ada’s Mac', osVersionNumber: '27.0' },
    hardwareProperties: { deviceType: 'mac', platform: 'macOS', productType: 'Mac15,9', reality: 'physical', udid },
  });
}

function spelled({ version, omitsDeprecated }: Setup, identifier: string, visibilityClass: string, groups: Groups): object {
  const about = { capabilities: [], identifier, visibilityClass };
  if (majorOf(version) < FIRST_WITH_SIMULATORS) return { ...about, ...groups };
  const properties = inOneDictionary(groups);
  if (omitsDeprecated) return { ...about, properties };
  const deprecatedFields = ['hardwareProperties', 'deviceProperties', 'connectionProperties'];
  return { _deprecationNotice: { deprecatedFields, replacement: 'properties' }, ...about, ...groups, properties };
}

/** The same in `properties`: Swift's enumerations are dictionaries of one key, versions have text beside numbers. */
function inOneDictionary({ connectionProperties, deviceProperties, hardwareProperties }: Groups): object {
  const { tunnelState, pairingState, transportType } = connectionProperties;
  const { name, bootState, developerModeStatus, osVersionNumber } = deviceProperties;
  const mode = typeof developerModeStatus === 'string' ? { [developerModeStatus]: { mode: 1 } } : undefined;
  const numbers = typeof osVersionNumber === 'string' ? osVersionNumber.split('.').map(Number) : undefined;
  const version = numbers && { components: numbers, originalComponentsCount: numbers.length, stringValue: osVersionNumber };
  return {
    connection: { pairingState, state: tunnelState, transportType },
    hardware: hardwareProperties,
    software: { osVersionNumber: version },
    state: { name, bootState, developerModeStatus: mode },
  };
}
