import { LaglensError } from '../../../core/errors.ts';
import { coreDevice } from '../../../host/devices/ios/xcode/devicectl/core-device.ts';
import { Json } from '../../../host/devices/ios/xcode/devicectl/devicectl-json.ts';
import { causesOf, translated } from '../../../host/devices/ios/xcode/devicectl/reasons.ts';
import { parseApps, parseProcesses } from '../../../host/devices/simulator/app-list.ts';
import { parseSimulators, simulatorRow } from '../../../host/devices/simulator/simulator-list.ts';
import { alteredJson } from '../damage-json.ts';
import { alteredText } from '../damage-text.ts';
import type { Door } from '../door.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const isSyntaxError = (error: unknown): boolean => error instanceof SyntaxError;

const simulators = {
  devices: {
    'com.apple.CoreSimulator.SimRuntime.iOS-17-5': [
      { udid: '2C0F8A1E-0000-4000-8000-000000000001', name: 'iPhone 15', state: 'Booted', isAvailable: true },
      { udid: '2C0F8A1E-0000-4000-8000-000000000002', name: 'iPad', state: 'Shutdown', isAvailable: true },
    ],
    'com.apple.CoreSimulator.SimRuntime.watchOS-10-0': [],
    'com.apple.CoreSimulator.SimRuntime.iOS-13-0': [{ udid: 'x', name: 'old', state: 'Creating', isAvailable: true }],
  },
};

/** `simctl list -j devices`. */
export const simctl: Door = {
  name: 'simctl',
  seeds: async () => [encode(JSON.stringify(simulators))],
  altered: alteredJson,
  run: (bytes) => parseSimulators(decode(bytes)).map(simulatorRow),
  refuses: isSyntaxError,
};

const listed = `{ "com.example.shop" = { ApplicationType = User; Bundle = "file:///Users/a/Shop%20X.app/"; CFBundleName = Shop; DataContainer = "file:///Users/a/d/"; }; }`;
const launchd = '12345\t0\tUIKitApplication:com.example.shop[9a3f][rb-legacy]\n-\t0\tcom.apple.x\n';

/** `simctl listapps`. */
export const simulatorApps: Door = {
  name: 'simulator-apps',
  seeds: async () => [encode(listed)],
  altered: alteredText,
  run: (bytes) => parseApps(decode(bytes)),
  refuses: isSyntaxError,
};

/** `launchctl list` of a simulator. */
export const simulatorProcesses: Door = {
  name: 'simulator-processes',
  seeds: async () => [encode(launchd)],
  altered: alteredText,
  run: (bytes) => parseProcesses(decode(bytes)),
  refuses: () => false,
};

const failure = {
  error: {
    userInfo: {
      NSLocalizedDescription: { string: 'The application failed to launch.' },
      NSUnderlyingError: { error: { userInfo: { NSLocalizedFailureReason: { string: 'Unable to launch: device was locked' } } } },
    },
  },
  result: {
    devices: [
      { hardwareProperties: { udid: 'a', platform: 'iOS' }, deviceProperties: { name: 'Anna’s' } },
      { properties: { hardware: { udid: 'b' }, state: { name: 'Ben’s', developerModeStatus: { enabled: {} } } } },
    ],
  },
};

/** devicectl's output: an error with nested reasons, and lists with any fields. */
export const devicectl: Door = {
  name: 'devicectl',
  seeds: async () => [encode(JSON.stringify(failure))],
  altered: alteredJson,
  run: (bytes) => {
    const said = Json.parse(decode(bytes));
    const causes = causesOf(said.at('error'));
    const failed = new LaglensError({ code: 'xcode-failed', message: 'Launching: it failed', next: '' });
    const devices = said.at('result', 'devices').items.map(coreDevice);
    return [causes, translated(failed, causes, 'Launching', ['com.example.shop']).message, devices, said.at('result').keys];
  },
  refuses: isSyntaxError,
};
