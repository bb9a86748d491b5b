import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../support/statistics.ts';
import { Load } from './ios-agent-load.ts';

const INTERVAL_US = 5_000;
const ROUNDS_PER_S = 1_000_000 / INTERVAL_US;
const WINDOW_MS = 3_000;
const SETTLE_MS = 500;
const ROUNDS = 5;
const DEPTH = 60;
/** These threads only wait, so their CPU time is the cost of being suspended. */
const WAITING = /^worker (?!0$|1$)/;

/**
 * A sampler's cost in per cent of one core at 200 rounds a second; median of the windows. A busy machine makes fewer rounds, which would
 * flatter both.
 */
interface SamplerCost {
  /** Its own thread. */
  readonly own: number;
  /** Threads that only wait. */
  readonly waiting: number;
  /** Rounds that it made each second. */
  readonly roundsPerS: number;
}

interface Costs {
  readonly agent: SamplerCost;
  readonly peer: SamplerCost;
  readonly windows: number;
}

/** Main and two of 20 threads work every other millisecond; agent and peer sample them by turns in one process. */
export async function measureBesidePeer(say: (line: string) => void): Promise<Costs> {
  await using load = await Load.start({}, say);
  await load.command(`work ${DEPTH} 2 1000`);
  const { host } = load;
  const agent: SamplerCost[] = [];
  const peer: SamplerCost[] = [];
  const agentRounds = (): number => host.all('tick').reduce((sum, { rounds }) => sum + rounds, 0);
  for (let round = 0; round < ROUNDS; round++) {
    await host.settings({ intervalUs: INTERVAL_US, threads: 1, depth: 512 });
    agent.push(await window(load, 'laglens', async () => agentRounds()));
    await host.settings({ intervalUs: 0 });
    await load.command('peer 1');
    peer.push(await window(load, 'peer', async () => Number.parseInt(await load.command('peer 1'), 10)));
    await load.command('peer 0');
  }
  return { agent: medianOf(agent), peer: medianOf(peer), windows: ROUNDS };
}

async function window(load: Load, sampler: string, rounds: () => Promise<number>): Promise<SamplerCost> {
  await pause(SETTLE_MS);
  const [before, roundsBefore, beganMs] = [await load.cpuMs(), await rounds(), performance.now()];
  await pause(WINDOW_MS);
  const [after, roundsAfter, endMs] = [await load.cpuMs(), await rounds(), performance.now()];
  const share = (isOne: (name: string) => boolean): number => {
    const spentMs = [...after].reduce((sum, [name, ms]) => (isOne(name) ? sum + ms - (before.get(name) ?? 0) : sum), 0);
    return (100 * (spentMs / (roundsAfter - roundsBefore)) * ROUNDS_PER_S) / 1_000;
  };
  return {
    own: share((name) => name === sampler),
    waiting: share((name) => WAITING.test(name)),
    roundsPerS: (1_000 * (roundsAfter - roundsBefore)) / (endMs - beganMs),
  };
}

function medianOf(costs: readonly SamplerCost[]): SamplerCost {
  return {
    own: median(costs.map(({ own }) => own)),
    waiting: median(costs.map(({ waiting }) => waiting)),
    roundsPerS: median(costs.map(({ roundsPerS }) => roundsPerS)),
  };
}
