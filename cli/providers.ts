import { fileURLToPath } from 'node:url';
import { AgentFiles } from '../host/devices/agent-files.ts';
import type { DeviceProvider } from '../host/devices/device.ts';
import { IosProvider } from '../host/devices/ios/ios-provider.ts';
import { Usbmux } from '../host/devices/ios/protocol/usbmux/usbmux.ts';
import { usbmuxAddress } from '../host/devices/ios/protocol/usbmux/usbmux-address.ts';
import { Xcrun } from '../host/devices/ios/xcode/xcrun/xcrun.ts';
import { deviceProviders as providersOf } from '../host/devices/providers/device-providers.ts';
import { SimulatorProvider } from '../host/devices/simulator/simulator-provider.ts';
import type { AppleParts } from '../host/diagnose/ios-checklist.ts';
import type { Terminal } from './terminal.ts';

export interface DeviceArguments {
  readonly adb?: string | undefined;
  readonly 'adb-server'?: string | undefined;
  readonly xcrun?: string | undefined;
}

export const agentFiles = new AgentFiles(fileURLToPath(new URL('../device-agents/prebuilt', import.meta.url)));

export function appleSettings(given: DeviceArguments, { environment, folder }: Terminal) {
  return { xcrunPath: given.xcrun ?? '', environment, workspaceFolders: [folder] };
}

export function deviceProviders(given: DeviceArguments, terminal: Terminal): readonly DeviceProvider[] {
  const android = {
    adbPath: given.adb ?? '',
    adbServer: given['adb-server'] ?? '',
    workspaceFolders: [terminal.folder],
    environment: terminal.environment,
  };
  return providersOf(agentFiles, { android, apple: appleSettings(given, terminal) });
}

/** For the checklist of iOS. */
export function appleParts(given: DeviceArguments, terminal: Terminal): AppleParts {
  const settings = appleSettings(given, terminal);
  return {
    xcrun: new Xcrun(settings),
    usbmux: new Usbmux(usbmuxAddress(terminal.environment)),
    phones: new IosProvider(agentFiles, settings),
    simulators: new SimulatorProvider(agentFiles, settings),
    files: agentFiles,
    places: settings,
  };
}

/** The device that adb's own commands use. */
export function usualDevice({ environment }: Terminal): string | undefined {
  return environment.ANDROID_SERIAL || undefined;
}
