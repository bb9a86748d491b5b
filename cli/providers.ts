import { fileURLToPath } from 'node:url';
import { AgentFiles } from '../host/devices/agent-files.ts';
import type { DeviceProvider } from '../host/devices/device.ts';
import { JvmProvider } from '../host/devices/jvm/provider.ts';
import type { Terminal } from './terminal.ts';

export interface DeviceArguments {
  readonly adb?: string | undefined;
  readonly 'adb-server'?: string | undefined;
}

/** The ways to devices, with the agents of this checkout. */
export function deviceProviders(_given: DeviceArguments, _terminal: Terminal): readonly DeviceProvider[] {
  const agents = new AgentFiles(fileURLToPath(new URL('../device-agents/prebuilt', import.meta.url)));
  return [new JvmProvider(agents)];
}
