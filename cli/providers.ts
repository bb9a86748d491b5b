import { fileURLToPath } from 'node:url';
import { AgentFiles } from '../host/devices/agent-files.ts';
import type { DeviceProvider } from '../host/devices/device.ts';
import { deviceProviders as providersOf } from '../host/devices/providers/device-providers.ts';
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

/** The device that adb's own commands use. */
export function usualDevice({ environment }: Terminal): string | undefined {
  return environment.ANDROID_SERIAL || undefined;
}
