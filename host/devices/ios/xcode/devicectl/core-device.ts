import type { Json } from './devicectl-json.ts';

/** A device as Xcode knows it. */
export interface CoreDevice {
  readonly udid: string;
  readonly name: string;
  /** “iPhone 15 Pro”; and “iPhone16,1”. */
  readonly model: string;
  readonly productType: string;
  /** `iOS`; also iPadOS devices say so. */
  readonly platform: string;
  readonly osVersion: string;
  readonly isPaired: boolean;
  /** `wired`, `localNetwork`, or empty when it cannot be reached now. */
  readonly transport: string;
  /** `unavailable` for one that was there once. */
  readonly tunnel: string;
  /** `enabled`, `disabled`, or empty for systems that have no such mode. */
  readonly developerMode: string;
}

/** Reads an entry of `devicectl list devices`; undefined for simulators and the Mac itself, which Xcode 27 lists, too. */
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

/** The first of these fields that has a text: Xcode 27 deprecates the three older dictionaries in favour of `properties`. */
function text(device: Json, ...paths: readonly (readonly string[])[]): string {
  return paths.map((path) => device.at(...path).text).find((each) => each !== '') ?? '';
}

/** In `properties` an enumeration is a dictionary whose only key is its case: `{"enabled": {}}`. */
function developerMode(device: Json): string {
  const mode = device.at('properties', 'state', 'developerModeStatus');
  return mode.text || mode.keys[0] || device.at('deviceProperties', 'developerModeStatus').text;
}
