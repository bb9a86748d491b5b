import { join } from 'node:path';
import type { LaglensError } from '../../../../core/errors.ts';
import { agentsRoot } from '../../../../device-agents/build/sources.ts';
import { AgentFiles } from '../../../../host/devices/agent-files.ts';
import { adbAddress } from '../../../../host/devices/android/adb/adb-address.ts';
import { AdbServer } from '../../../../host/devices/android/adb/server.ts';
import { AndroidProvider } from '../../../../host/devices/android/android-provider.ts';
import type { Phone } from '../../../../tests/simulated/android/simulated-phone.ts';
import type { RunningApp } from '../../../../tests/simulated/android/system/running-app.ts';
import type { SamplePlace } from '../../host/sample-app.ts';

export const files = new AgentFiles(join(agentsRoot, 'prebuilt'));

/** A simulated phone for the sample app's module. @param left gets what stayed on it */
export function placeOf(phone: Phone<RunningApp>, left: LaglensError[] = []): SamplePlace {
  const environment = { ...process.env, ADB_SERVER_SOCKET: phone.server.socket };
  const server = new AdbServer(adbAddress('', environment), { adbPath: '', environment });
  return { server, serial: phone.serial, files, onLeft: (reason) => void left.push(reason) };
}

/** What captures the phone's apps. */
export function providerOf(phone: Phone<RunningApp>): AndroidProvider {
  return new AndroidProvider(files, {
    adbPath: '',
    adbServer: '',
    attachTimeoutMs: 120_000,
    environment: { ...process.env, ADB_SERVER_SOCKET: phone.server.socket },
  });
}
