import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnread, readForeignFile } from '../../foreign-file.ts';
import {
  EMBEDDED_AGENT_FOLDER,
  type EmbeddedAgent,
  embeddedAgentFile,
  MOST_EMBEDDED_AGENT_BYTES,
  parseEmbeddedAgent,
} from '../ios/link/embedded-agent.ts';
import type { InstalledApp, SimulatorProcess } from './app-list.ts';

/** Agents deployed by this program, for later captures of the same process. */
export class KnownAgents {
  readonly #agents = new Map<string, EmbeddedAgent>();

  add(udid: string, agent: EmbeddedAgent): void {
    this.#agents.set(key(udid, agent), agent);
  }

  find(udid: string, process: SimulatorProcess): EmbeddedAgent | undefined {
    return this.#agents.get(key(udid, process));
  }
}

/** From the process' file in the app's folder; undefined without one. */
export async function embeddedAgent({ data }: InstalledApp, { pid, bundleId }: SimulatorProcess): Promise<EmbeddedAgent | undefined> {
  if (data === '') return undefined;
  const text = await smallText(join(data, EMBEDDED_AGENT_FOLDER, embeddedAgentFile(pid)));
  const agent = text === undefined ? undefined : parseEmbeddedAgent(text);
  return agent?.pid === pid && agent.bundleId === bundleId ? agent : undefined;
}

/** In any build so far. */
export async function hasEmbeddedAgent({ data }: InstalledApp): Promise<boolean> {
  return data !== '' && (await stat(join(data, EMBEDDED_AGENT_FOLDER)).catch(() => undefined))?.isDirectory() === true;
}

async function smallText(path: string): Promise<string | undefined> {
  try {
    return (await readForeignFile(path, MOST_EMBEDDED_AGENT_BYTES)).toString('utf8');
  } catch (error) {
    // Unreadable counts as missing.
    if (isUnread(error)) return undefined;
    throw error;
  }
}

function key(udid: string, { pid, bundleId }: SimulatorProcess): string {
  return `${udid} ${bundleId} ${pid}`;
}
