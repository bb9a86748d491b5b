import type { Dictionary } from '../property-list.ts';
import type { Iphone } from '../simulated-iphone.ts';

/** lockdownd's values without a session (ideviceinfo -s against a phone); others are `GetProhibited`. */
const PUBLIC_KEYS: ReadonlySet<string> = new Set([
  'BasebandVersion',
  'BuildVersion',
  'CPUArchitecture',
  'ChipID',
  'DeviceClass',
  'DeviceName',
  'DevicePublicKey',
  'HardwareModel',
  'PasswordProtected',
  'ProductName',
  'ProductType',
  'ProductVersion',
  'ProtocolVersion',
  'UniqueDeviceID',
  'WiFiAddress',
]);

/** Without its `Request`. */
export function answerToGetValue(iphone: Iphone, domain: string | undefined, key: string | undefined, inSession: boolean): Dictionary {
  const asked = { ...(domain !== undefined && { Domain: domain }), ...(key !== undefined && { Key: key }) };
  const values = domain === undefined ? globalValues(iphone, inSession) : inSession ? domainValues(iphone, domain) : undefined;
  if (key === undefined) return values === undefined ? { ...asked, Error: 'GetProhibited' } : { ...asked, Value: { ...values } };
  const value = values?.[key];
  if (value !== undefined) return { ...asked, Value: value };
  return { ...asked, Error: inSession ? 'MissingValue' : 'GetProhibited' };
}

function globalValues(iphone: Iphone, inSession: boolean): Dictionary {
  const { model, release, udid } = iphone;
  const all = {
    ActivationState: 'Activated',
    BasebandVersion: '4.20.03',
    BuildVersion: release.build,
    CPUArchitecture: model.architecture,
    ChipID: model.chipId,
    DeviceClass: 'iPhone',
    DeviceColor: '1',
    DeviceName: iphone.name,
    DevicePublicKey: iphone.pairings.publicKey,
    HardwareModel: model.hardware,
    HostAttached: true,
    PasswordProtected: iphone.locked,
    ProductName: 'iPhone OS',
    ProductType: model.product,
    ProductVersion: release.version,
    ProtocolVersion: '2',
    SerialNumber: iphone.serialNumber,
    TelephonyCapability: true,
    // Whole numbers would become integers; lockdownd gives a real.
    TimeIntervalSince1970: Math.floor(Date.now() / 1000) + 0.5,
    TimeZone: 'Europe/Berlin',
    TimeZoneOffsetFromUTC: 3600,
    TrustedHostAttached: inSession,
    UniqueChipID: model.chipId * 65536 + 7,
    UniqueDeviceID: udid,
    WiFiAddress: iphone.wifiAddress,
  };
  return inSession ? all : Object.fromEntries(Object.entries(all).filter(([key]) => PUBLIC_KEYS.has(key)));
}

function domainValues(iphone: Iphone, domain: string): Dictionary {
  switch (domain) {
    case 'com.apple.security.mac.amfi':
      // Developer Mode came with iOS 16.
      return iphone.release.major >= 16 ? { DeveloperModeStatus: iphone.developerMode } : {};
    case 'com.apple.mobile.battery':
      return { BatteryCurrentCapacity: 88, BatteryIsCharging: true };
    case 'com.apple.disk_usage':
      return { TotalDiskCapacity: 128_000_000_000, TotalDataAvailable: 64_000_000_000 };
    case 'com.apple.mobile.wireless_lockdown':
      return { EnableWifiConnections: iphone.connection !== 'USB' };
    case 'com.apple.international':
      return { Language: 'en', Locale: 'en_DE', Keyboard: 'en_US' };
    default:
      return {};
  }
}
