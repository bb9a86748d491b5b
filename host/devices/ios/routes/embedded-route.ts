import type { Duplex } from 'node:stream';
import { phrase } from '../../../../core/text/phrase.ts';
import { PROTOCOL_VERSION } from '../../../../core/wire/schema.ts';
import type { AgentLink } from '../../device.ts';
import { processesOf } from '../apps/ios-process-table.ts';
import { checkVersion, type EmbeddedAgent } from '../link/embedded-agent.ts';
import { IosLink } from '../link/ios-link.ts';
import { CORE_DEVICE_IOS, majorVersion } from '../phone/iphone-facts.ts';
import { isDeviceFailure } from '../protocol/device-failure.ts';
import type { InstalledApp } from '../protocol/services/installation-proxy.ts';
import { coreDeviceInstaller } from './core-device-installer.ts';
import { embeddedAgents } from './embedded-agents.ts';
import { launchWithAgent } from './launch-with-agent.ts';
import { legacyInstaller } from './legacy-installer.ts';
import type { Plan, Route, RouteRequest, Unfit } from './route.ts';

const LINK_IT = phrase`Link the agent into the app’s debug build (see docs/ios.md), start the app, and try again.`;

/** Uses an agent that the app embeds and that wrote its port. Changes nothing on the device. */
export const embeddedRoute: Route = {
  name: phrase`the agent that the app carries`,

  async plan(request): Promise<Plan> {
    const { device, target, installed, options } = request;
    const { signal } = options;
    if (installed === undefined) return { unfit: phrase`the app is not installed`, next: LINK_IT };
    if (!installed.isDebuggable) return { unfit: phrase`what is installed may not be debugged`, next: LINK_IT };
    if (options.launch) return await launchPlan(request, installed);
    const running = await device.processes.running(signal);
    const pids = running === undefined ? undefined : processesOf(installed, running).map(({ pid }) => pid);
    const wanted = target.pid === undefined ? pids : pids?.filter((pid) => pid === target.pid);
    if (wanted?.length === 0) return notRunning(request);
    const agents = await embeddedAgents(device, target.app, wanted, signal);
    const mayListen = agents.filter(({ pid }) => wanted === undefined || wanted.includes(pid));
    const found = await firstThatListens(request, mayListen);
    const [silent] = mayListen;
    if (found === undefined) return silent === undefined ? carriesNone(target.app, wanted, agents) : portClosed(target.app, silent, wanted);
    const { agent, stream } = found;
    if (agent.protocol !== PROTOCOL_VERSION) stream.destroy();
    checkVersion(agent);
    const process = { pid: agent.pid, name: target.app };
    const { port, token } = agent;
    return {
      step: phrase`Connecting to the agent in ${target.app}`,
      deploy: async () => new IosLink({ device, process, version: installed.version, launched: false, port, token, first: stream }),
    };
  },
};

function notRunning({ device, target }: RouteRequest): Unfit {
  const { app, pid } = target;
  const canStart = device.xcodeTrouble === undefined || majorVersion(device.facts.ios) < CORE_DEVICE_IOS;
  return {
    unfit: phrase`the app does not run`,
    next: phrase`Start the app on the device, and try again; or capture it from its launch.`,
    verdict: {
      code: 'app-not-running',
      message:
        pid === undefined
          ? phrase`${app} does not run, so no agent in it can be met.`
          : phrase`Process ${pid} of ${app} does not run any more.`,
      action: canStart ? 'launchApp' : 'retry',
    },
  };
}

/**
 * @param pids running processes; undefined when unknown
 * @param earlier agents of ended processes
 */
function carriesNone(app: string, pids: readonly number[] | undefined, earlier: readonly EmbeddedAgent[]): Unfit {
  const runs = pids === undefined ? phrase`It is not known whether it runs; it` : phrase`It runs (${processText(pids)}), but`;
  const before =
    earlier.length === 0 ? '' : phrase` An earlier process of it had: this one was built without the agent, or has not called it yet.`;
  return {
    unfit: phrase`the app carries none`,
    next: LINK_IT,
    verdict: {
      code: 'agent-load-failed',
      message: phrase`There is no agent in ${app}. ${runs} has not written where one would listen.${before}`,
      action: 'retry',
    },
  };
}

/** iOS may close a suspended app's port for good (Apple, Technical Note TN2277). */
function portClosed(app: string, { pid, port }: EmbeddedAgent, pids: readonly number[] | undefined): Unfit {
  const known = pids === undefined ? phrase`and it is not known whether the process still runs` : phrase`though the process runs`;
  return {
    unfit: phrase`the one it carries does not listen`,
    next: phrase`Bring the app to the foreground and try again; if it stays, end the app and start it again: iOS closes the ports of apps that it suspends.`,
    verdict: {
      code: 'connect-failed',
      message: phrase`The agent in ${app} (process ${pid}) has said that it listens on port ${port}, but the device refuses connections to it, ${known}.`,
      action: 'retry',
    },
  };
}

function processText(pids: readonly number[]): string {
  return pids.length === 1 ? phrase`process ${pids.join(', ')}` : phrase`processes ${pids.join(', ')}`;
}

/** An embedded agent reads its options from the environment, and records the launch. */
async function launchPlan(request: RouteRequest, { executable, path }: InstalledApp): Promise<Plan> {
  const { device, target, options } = request;
  const installer = [coreDeviceInstaller, legacyInstaller].find((each) => each.unfit(device) === undefined);
  if (installer === undefined || (installer === coreDeviceInstaller && device.xcodeTrouble !== undefined)) {
    return {
      unfit: phrase`without Xcode the app cannot be started from here`,
      next: phrase`Start the app on the device, and capture it while it runs.`,
    };
  }
  const carried = await embeddedAgents(device, target.app, undefined, options.signal);
  if (carried.length === 0) return { unfit: phrase`no process of the app has carried one yet`, next: LINK_IT };
  const deploy = async (): Promise<AgentLink> => {
    await installer.prepare(device, options);
    return await launchWithAgent(request, installer, { executable, bundle: path });
  };
  return { deploy, step: phrase`Starting ${target.app} with its agent`, unless: phrase`what is installed now carries none` };
}

/** Ended processes leave files, so only an open port counts. */
async function firstThatListens(
  { device, options }: RouteRequest,
  agents: readonly EmbeddedAgent[],
): Promise<{ readonly agent: EmbeddedAgent; readonly stream: Duplex } | undefined> {
  for (const agent of agents) {
    try {
      const stream = await device.iphone.port(agent.port, options.signal);
      if (stream !== undefined) return { agent, stream };
    } catch (error) {
      options.signal.throwIfAborted();
      if (!isDeviceFailure(error)) throw error;
    }
  }
  return undefined;
}
