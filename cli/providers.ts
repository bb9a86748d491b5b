import { fileURLToPath } from 'node:url';
import { AgentFiles } from '../host/devices/agent-files.ts';
import { AndroidProvider } from '../host/devices/android/provider.ts';
import type { DeviceProvider } from '../host/devices/device.ts';
import { IosProvider } from '../host/devices/ios/provider.ts';
import { JvmProvider } from '../host/devices/jvm/provider.ts';
import type { Terminal } from './terminal.ts';

export interface DeviceArguments {
  readonly adb?: string | undefined;
  readonly 'adb-server'?: string | undefined;
}

/** The ways to devices, with the agents of this checkout. */
export function deviceProviders(given: DeviceArguments, terminal: Terminal): readonly [AndroidProvider, ...DeviceProvider[]] {
  const agents = new AgentFiles(fileURLToPath(new URL('../device-agents/prebuilt', import.meta.url)));
  const android = new AndroidProvider(agents, {
    adbPath: given.adb ?? '',
    adbServer: given['adb-server'] ?? '',
    workspaceFolders: [terminal.folder],
    environment: terminal.environment,
  });
  const ios = new IosProvider(agents, { xcrunPath: '', environment: terminal.environment, workspaceFolders: [terminal.folder] });
  return [android, ios, new JvmProvider(agents)];
}
