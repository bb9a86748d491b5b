import { setTimeout as pause } from 'node:timers/promises';
import { Load } from './ios-agent-load.ts';

const SETTLE_MS = 1_500;
const LATER_MS = 6_000;
const DEPTH = 500;

/** The agent's addition to a process, in bytes. */
interface Memory {
  /** Private writable memory, touched or not, including its thread's stack. */
  readonly mapped: number;
  /** The same after six seconds more of sampling. */
  readonly mappedLater: number;
  /** The touched part by then. */
  readonly resident: number;
}

/** The load with the agent and a host, beside the load alone. */
export async function measureMemory(say: (line: string) => void): Promise<Memory> {
  await using alone = await Load.start({ agent: false }, say);
  await using watched = await Load.start({}, say);
  await watched.host.settings({ intervalUs: 1_000, threads: 1, depth: 512 });
  for (const load of [alone, watched]) await load.command(`work ${DEPTH} 2 1000`);
  const added = async (name: string): Promise<number> => (await watched.statusBytes(name)) - (await alone.statusBytes(name));
  await pause(SETTLE_MS);
  const mapped = await added('VmData');
  await pause(LATER_MS);
  return { mapped, mappedLater: await added('VmData'), resident: await added('RssAnon') };
}
