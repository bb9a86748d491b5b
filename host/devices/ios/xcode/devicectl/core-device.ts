import type { Json } from './devicectl-json.ts';

export interface CoreDevice {
  readonly udid: string;
  readonly name: string;
  /** “iPhone 15 Pro” and “iPhone16,1”. */
  readonly model: string;
  readonly productType: string;
  /** `iOS`, also on iPads. */
  readonly platform: string;
  readonly osVersion: string;
  readonly isPaired: boolean;
  /** `wired`, `localNetwork`, or empty when out of reach. */
  readonly transport: string;
  /** `unavailable` for former devices. */
  readonly tunnel: string;
  /** `enabled`, `disabled`, or empty without such a mode. */
  readonly developerMode: string;
}

/** Undefined for simulators and the Mac, which Xcode 27 lists, too. */
export function coreDevice(device: Json): CoreDevice | undefined {
  const reality = text(device, ['properties', 'hardware', 'reality'], ['hardwareProperties', 'reality']);
  const transport = text(device, ['properties', 'connection', 'transportType'], ['connectionProperties', 'transportType']);
  const isPhysical = reality === '' || reality === 'physical';
  if (!isPhysical || transport === 'sameMachine' || device.at('visibilityClass').text === 'simulators') return undefined;
  return {
    udid: text(device, ['properties', 'hardware', 'udid'], ['hardwareProperties', 'udid']),
    name: text(device, ['properties', 'state', 'name'], ['deviceProperties', 'name']),
    model: text(device, ['properties', 'hardware', 'marketingName'], ['hardwareProperties', 'marketingName']),
    productType: text(device, ['properties', 'hardware', 'productType'], ['hardwareProperties', 'productType']),
    platform: text(device, ['properties', 'hardware', 'platform'], ['hardwareProperties', 'platform']),
    osVersion: text(device, ['properties', 'software', 'osVersionNumber', 'stringValue'], ['deviceProperties', 'osVersionNumber']),
    isPaired: text(device, ['properties', 'connection', 'pairingState'], ['connectionProperties', 'pairingState']) === 'paired',
    transport,
    tunnel: text(device, ['properties', 'connection', 'state'], ['connectionProperties', 'tunnelState']),
    developerMode: developerMode(device),
  };
}

/** Xcode 27 deprecates three dictionaries in favour of `properties`. */
function text(device: Json, ...paths: readonly (readonly string[])[]): string {
  return paths.map((path) => device.at(...path).text).find((each) => each !== '') ?? '';
}

/** `properties` writes enumerations as `{"enabled": {}}`. */
function developerMode(device: Json): string {
  const mode = device.at('properties', 'state', 'developerModeStatus');
  return mode.text || mode.keys[0] || device.at('deviceProperties', 'developerModeStatus').text;
}
