import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LINKED_AGENT_FOLDER, type LinkedAgent, linkedAgentFile, parseLinkedAgent } from '../ios/linked-agent.ts';
import type { InstalledApp, SimulatorProcess } from './app-list.ts';

/** More than such a file ever has. */
const MAX_FILE_BYTES = 4096;

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
  const text = await beginningOf(join(data, LINKED_AGENT_FOLDER, linkedAgentFile(pid)));
  const agent = text === undefined ? undefined : parseLinkedAgent(text);
  return agent?.pid === pid && agent.bundleId === bundleId ? agent : undefined;
}

/** Whether some build of the app has ever carried the agent here. */
export async function hasCarriedAgent({ data }: InstalledApp): Promise<boolean> {
  return data !== '' && (await stat(join(data, LINKED_AGENT_FOLDER)).catch(() => undefined))?.isDirectory() === true;
}

async function beginningOf(path: string): Promise<string | undefined> {
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_FILE_BYTES), 0, MAX_FILE_BYTES, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    // Not there, or not ours to read: then it is no way to the agent.
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

function key(udid: string, { pid, bundleId }: SimulatorProcess): string {
  return `${udid} ${bundleId} ${pid}`;
}
