import type { Duplex } from 'node:stream';
import type { AgentLink } from '../../device.ts';
import { IosLink } from '../ios-link.ts';
import { isDeviceTrouble } from '../iphone.ts';
import type { LinkedAgent } from '../linked-agent.ts';
import { processesOf } from '../process-table.ts';
import type { InstalledApp } from '../services/installation-proxy.ts';
import { carriedAgents } from './carried-agents.ts';
import { coreDeviceInstaller } from './core-device-installer.ts';
import { launchWithAgent } from './launch.ts';
import { legacyInstaller } from './legacy-installer.ts';
import type { Plan, Route, RouteRequest } from './route.ts';

const LINK_IT = 'Link the agent into the app’s debug build (see docs/ios.md), start the app, and try again.';

/** The app carries the agent, which has written where it listens into the app's own folder. Nothing on the device changes. */
export const linkedRoute: Route = {
  name: 'the agent that the app carries',

  async plan(request): Promise<Plan> {
    const { device, target, installed, options } = request;
    const { signal } = options;
    if (installed === undefined) return { unfit: 'the app is not installed', next: LINK_IT };
    if (!installed.isDebuggable) return { unfit: 'what is installed may not be debugged', next: LINK_IT };
    if (options.launch) return await launchPlan(request, installed);
    const running = await device.processes.running(signal);
    const pids = running === undefined ? undefined : processesOf(installed, running).map(({ pid }) => pid);
    const wanted = target.pid === undefined ? pids : pids?.filter((pid) => pid === target.pid);
    if (wanted?.length === 0) return { unfit: 'the app does not run', next: 'Start the app on the device, and try again.' };
    const agents = await carriedAgents(device, target.app, wanted, signal);
    const found = await firstThatListens(
      request,
      agents.filter(({ pid }) => wanted === undefined || wanted.includes(pid)),
    );
    if (found === undefined)
      return { unfit: agents.length === 0 ? 'the app carries none' : 'the one it carries does not listen', next: LINK_IT };
    const { agent, stream } = found;
    const process = { pid: agent.pid, name: target.app };
    return {
      deploy: async () => new IosLink({ device, process, launched: false, port: agent.port, token: agent.token, first: stream }),
    };
  },
};

/** What has carried the agent before is started with the options that an agent finds in the environment; so it records from the launch on. */
async function launchPlan(request: RouteRequest, { executable }: InstalledApp): Promise<Plan> {
  const { device, target, options } = request;
  const installer = [coreDeviceInstaller, legacyInstaller].find((each) => each.unfit(device) === undefined);
  if (installer === undefined || (installer === coreDeviceInstaller && device.xcodeTrouble !== undefined)) {
    return {
      unfit: 'without Xcode the app cannot be started from here',
      next: 'Start the app on the device, and capture it while it runs.',
    };
  }
  const carried = await carriedAgents(device, target.app, undefined, options.signal);
  if (carried.length === 0) return { unfit: 'no process of the app has carried one yet', next: LINK_IT };
  const deploy = async (): Promise<AgentLink> => {
    await installer.prepare(device, options);
    return await launchWithAgent(request, installer, { executable });
  };
  return { deploy, unless: 'what is installed now carries none' };
}

/** Files of processes that have ended stay behind; a port that is open tells them apart. */
async function firstThatListens(
  { device, options }: RouteRequest,
  agents: readonly LinkedAgent[],
): Promise<{ readonly agent: LinkedAgent; readonly stream: Duplex } | undefined> {
  for (const agent of agents) {
    try {
      const stream = await device.iphone.port(agent.port, options.signal);
      if (stream !== undefined) return { agent, stream };
    } catch (error) {
      options.signal.throwIfAborted();
      if (!isDeviceTrouble(error)) throw error;
    }
  }
  return undefined;
}
