import { fileURLToPath } from 'node:url';
import { AgentFiles } from '../host/devices/agent-files.ts';
import { AndroidProvider } from '../host/devices/android/android-provider.ts';
import type { DeviceProvider } from '../host/devices/device.ts';
import { IosProvider } from '../host/devices/ios/ios-provider.ts';
import { mayHaveXcode } from '../host/devices/ios/xcode/xcrun/xcrun.ts';
import { JvmProvider } from '../host/devices/jvm/jvm-provider.ts';
import { SimulatorProvider } from '../host/devices/simulator/simulator-provider.ts';
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

export function deviceProviders(given: DeviceArguments, terminal: Terminal): readonly [AndroidProvider, ...DeviceProvider[]] {
  const android = new AndroidProvider(agentFiles, {
    adbPath: given.adb ?? '',
    adbServer: given['adb-server'] ?? '',
    workspaceFolders: [terminal.folder],
    environment: terminal.environment,
  });
  const apple = appleSettings(given, terminal);
  const simulators = mayHaveXcode(apple) ? [new SimulatorProvider(agentFiles, apple)] : [];
  return [android, new IosProvider(agentFiles, apple), ...simulators, new JvmProvider(agentFiles)];
}

/** The device that adb's own commands use. */
export function usualDevice({ environment }: Terminal): string | undefined {
  return environment.ANDROID_SERIAL || undefined;
}
