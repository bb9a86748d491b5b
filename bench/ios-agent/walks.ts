import { setTimeout as pause } from 'node:timers/promises';
import type { Census } from '../../tests/demo-app/iphone/start-iphone-shop.ts';
import { median } from '../support/statistics.ts';
import { Load } from './ios-agent-load.ts';

const INTERVAL_US = 1_000;
const WINDOW_MS = 1_500;
const SETTLE_MS = 300;
const WINDOWS = 6;
const MOST_FRAMES = 2_048;
/** The agent reads at most 512 frames by default. */
const CENSUS_DEPTH = 500;
const CENSUS_MS = 6_000;

/** CPU of the agent's thread per walk, by the kernel's count, including the loader's part. */
interface WalkCost {
  /** Frames of main's stack, as the agent found them. */
  readonly frames: number;
  /** Per walk, median of the windows. */
  readonly cpuUs: number;
  readonly windows: number;
}

/** Only main runs, this many frames deep, and is walked each millisecond. */
export async function measureWalks(depth: number, say: (line: string) => void): Promise<WalkCost> {
  await using load = await Load.start({ depth: MOST_FRAMES }, say);
  await load.command(`work ${depth} 0 0`);
  await load.host.settings({ intervalUs: INTERVAL_US, threads: 0, depth: MOST_FRAMES, walkAlways: 1 });
  const costsUs: number[] = [];
  for (let i = 0; i < WINDOWS; i++) {
    await pause(SETTLE_MS);
    costsUs.push(await cpuUsOfWalk(load));
  }
  return { frames: framesOf(load), cpuUs: median(costsUs), windows: costsUs.length };
}

async function cpuUsOfWalk(load: Load): Promise<number> {
  const [beforeMs, rounds] = [await agentMs(load), roundsOf(load)];
  await pause(WINDOW_MS);
  return (1_000 * ((await agentMs(load)) - beforeMs)) / (roundsOf(load) - rounds);
}

async function agentMs(load: Load): Promise<number> {
  return (await load.cpuMs()).get('laglens') ?? Number.NaN;
}

/** Of the last reported stack. */
function framesOf({ host }: Load): number {
  const parents = new Map(host.all('nativeNode').map(({ id, parent }) => [id, parent]));
  let frames = 0;
  for (let at = host.all('sample').at(-1)?.node ?? 0; at !== 0; at = parents.get(at) ?? 0) frames++;
  return frames;
}

/** Reported rounds, each of which walks only main; reported every 29 ms. */
function roundsOf({ host }: Load): number {
  return host.all('tick').reduce((sum, { rounds }) => sum + rounds, 0);
}

/** Calls and times of suspensions, with main and two others 500 frames deep. */
export async function takeCensus(say: (line: string) => void): Promise<Census> {
  await using load = await Load.start({}, say);
  await load.command(`work ${CENSUS_DEPTH} 2 1000`);
  await load.host.settings({ intervalUs: 5_000, threads: 1, depth: 512 });
  await pause(CENSUS_MS);
  return await load.end();
}
