import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ArtProgram } from '../agent/art-program.ts';
import { attachRounds, growthOf, loadIntoArt, loadIntoJvm } from '../agent/attach-rounds.ts';
import { Program } from '../agent/program.ts';
import type { SoakOptions, SoakRound } from './round.ts';

const ATTACHES = 50;

export const rounds = 2;

/** Attaches 50 times to one process of HotSpot, and to one of the Android Runtime 11: all rounds see the same, and the process does not grow. */
export default async function attaches({ count, round }: SoakOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-rounds-'));
  try {
    for (const runtime of (['HotSpot', 'ART 11'] as const).slice(0, count)) {
      await using program = runtime === 'HotSpot' ? await Program.start() : await (await ArtProgram.compile(folder)).start();
      round(await attached(runtime, program));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function attached(runtime: 'HotSpot' | 'ART 11', program: Program): Promise<SoakRound> {
  try {
    const all = await attachRounds(program, runtime === 'HotSpot' ? loadIntoJvm : loadIntoArt, ATTACHES);
    const { beyond, ...growth } = growthOf(all);
    const alike = all.filter(({ seen }) => isDeepStrictEqual(seen, all[0]?.seen)).length;
    const more = Object.entries(growth).map(([name, value]) => `${name} +${value}`);
    const text = `${runtime}: ${all.length} rounds, ${alike} alike; ${more.join(', ')} since the first, ${all.at(-1)?.held.residentKb} kB in all`;
    return { isGood: beyond.length === 0 && alike === all.length, text };
  } catch (error) {
    return { isGood: false, text: `${runtime}: ${error instanceof Error ? error.message : String(error)}` };
  }
}
