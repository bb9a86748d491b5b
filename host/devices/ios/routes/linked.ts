import type { Duplex } from 'node:stream';
import { IosLink } from '../ios-link.ts';
import { isDeviceTrouble } from '../iphone.ts';
import type { LinkedAgent } from '../linked-agent.ts';
import { processesOf } from '../process-table.ts';
import { carriedAgents } from './carried-agents.ts';
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
    if (options.launch) return { unfit: 'it is there once the app runs, not from its launch on', next: LINK_IT };
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
