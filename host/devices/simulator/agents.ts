import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnread, readForeignFile } from '../../foreign-file.ts';
import { LINKED_AGENT_FOLDER, type LinkedAgent, linkedAgentFile, MOST_LINKED_AGENT_BYTES, parseLinkedAgent } from '../ios/linked-agent.ts';
import type { InstalledApp, SimulatorProcess } from './app-list.ts';

/** The agents that this program has put into apps, so that a later capture of the same process finds them. */
export class KnownAgents {
  readonly #agents = new Map<string, LinkedAgent>();

  add(udid: string, agent: LinkedAgent): void {
    this.#agents.set(key(udid, agent), agent);
  }

  find(udid: string, process: SimulatorProcess): LinkedAgent | undefined {
    return this.#agents.get(key(udid, process));
  }
}

/** The agent that the app itself carries, by what it wrote for this process into its own folder; undefined when there is none. */
export async function carriedAgent({ data }: InstalledApp, { pid, bundleId }: SimulatorProcess): Promise<LinkedAgent | undefined> {
  if (data === '') return undefined;
  const text = await smallText(join(data, LINKED_AGENT_FOLDER, linkedAgentFile(pid)));
  const agent = text === undefined ? undefined : parseLinkedAgent(text);
  return agent?.pid === pid && agent.bundleId === bundleId ? agent : undefined;
}

/** Whether some build of the app has ever carried the agent here. */
export async function hasCarriedAgent({ data }: InstalledApp): Promise<boolean> {
  return data !== '' && (await stat(join(data, LINKED_AGENT_FOLDER)).catch(() => undefined))?.isDirectory() === true;
}

async function smallText(path: string): Promise<string | undefined> {
  try {
    return (await readForeignFile(path, MOST_LINKED_AGENT_BYTES)).toString('utf8');
  } catch (error) {
    // Not there, or not fit to be read: then it is no way to the agent.
    if (isUnread(error)) return undefined;
    throw error;
  }
}

function key(udid: string, { pid, bundleId }: SimulatorProcess): string {
  return `${udid} ${bundleId} ${pid}`;
}
