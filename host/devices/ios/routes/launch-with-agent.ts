import { phrase } from '../../../../core/text/phrase.ts';
import { IOS_OPTIONS_VARIABLE, iosOptionsText } from '../../agent-options.ts';
import type { AgentLink, Undo } from '../../device.ts';
import { followDeviceLog } from '../link/device-log.ts';
import { IosLink } from '../link/ios-link.ts';
import { embeddedAgents } from './embedded-agents.ts';
import type { Installer } from './installer.ts';
import type { RouteRequest } from './route.ts';
import { type DeviceProbe, randomPort, waitForIosAgent } from './wait-for-ios-agent.ts';

interface Launching {
  /** The process' name in the device's log. */
  readonly executable: string;
  /** On the device; empty when unknown. */
  readonly bundle: string;
  /** For `DYLD_INSERT_LIBRARIES`, unless the executable loads the agent. */
  readonly insert?: string;
  readonly undo?: Undo;
  /** Just installed. */
  readonly isNew?: boolean;
}

/** Throws a verdict when the agent does not listen. */
export async function launchWithAgent(
  { device, target, options, installed, built }: RouteRequest,
  installer: Installer,
  { executable, bundle, insert, undo, isNew = false }: Launching,
): Promise<AgentLink> {
  const { token, intervalUs, depth, blockingCalls, signal, progress } = options;
  const port = randomPort();
  const carriedPort: DeviceProbe['embeddedPort'] = async ({ app, pid }, limited) =>
    (await embeddedAgents(device, app, [pid], limited)).find((agent) => agent.pid === pid)?.port;
  const deviceLog = await followDeviceLog(device.iphone, { executable, bundle }, signal);
  try {
    progress(phrase`Starting the app`);
    const environment = {
      [IOS_OPTIONS_VARIABLE]: iosOptionsText({ token, port, intervalUs, depth, blockingCalls }),
      ...(insert === undefined ? {} : { DYLD_INSERT_LIBRARIES: insert }),
    };
    const pid = await installer.launch(device, target.app, environment, signal);
    progress(phrase`Waiting for the agent`);
    const isInserted = insert !== undefined;
    const expected = { app: target.app, pid, port, isInserted, isNew };
    const first = await waitForIosAgent({ ...device, embeddedPort: carriedPort }, expected, deviceLog, signal);
    const process = { pid, name: target.app };
    const version = (isNew ? built : installed)?.version ?? '';
    return new IosLink({ device, process, version, launched: true, port, first, deviceLog, ...(undo === undefined ? {} : { undo }) });
  } catch (error) {
    deviceLog.close();
    throw error;
  }
}
