import { bootstrap, type Estimate, trimmedMean } from '../support/statistics.ts';
import type { Load, Work } from './overhead-load.ts';

/** Can be switched on and off beside the load. */
export interface Contender {
  readonly name: string;
  on(): Promise<unknown>;
  off(): Promise<unknown>;
}

/** Main's loss by a contender, in per cent of its cost without. */
export interface Slowdown {
  readonly cpu: Estimate;
  readonly wall: Estimate;
}

const windowMs = 300;
const warmUpWindows = 5;
/** An interval that is looked at often is narrow by chance sooner or later. */
const LOOK_TURNS = 100;

/**
 * Measures all contenders in one process, in turns of off, on, on, off, so that drift (clock speed, heat, neighbours) affects both. Each
 * turn gives two pairs of neighbouring windows.
 * @param isEnough ends the turns early
 */
export async function comparePairs(
  load: Load,
  contenders: readonly Contender[],
  pairs: number,
  depth: number,
  isEnough: (found: readonly Slowdown[]) => boolean = () => false,
): Promise<Map<string, Slowdown>> {
  const cpu = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  const wall = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  // A contender's first start loads code, which is no running cost.
  for (const contender of contenders) {
    await contender.on();
    for (let i = 0; i < warmUpWindows; i++) await load.work(windowMs, depth);
    await contender.off();
  }
  for (let turn = 0; turn < pairs / 2; turn++) {
    for (const contender of contenders) {
      const before = await load.work(windowMs, depth);
      await contender.on();
      const on = [await load.work(windowMs, depth), await load.work(windowMs, depth)] as const;
      await contender.off();
      const behind = await load.work(windowMs, depth);
      cpu.get(contender.name)?.push(loss(before, on[0], 'cpuNs'), loss(behind, on[1], 'cpuNs'));
      wall.get(contender.name)?.push(loss(before, on[0], 'wallNs'), loss(behind, on[1], 'wallNs'));
    }
    if ((turn + 1) % LOOK_TURNS === 0 && isEnough([...slowdowns().values()])) break;
  }
  return slowdowns();

  function slowdowns(): Map<string, Slowdown> {
    return new Map(
      contenders.map(({ name }) => [
        name,
        { cpu: bootstrap(cpu.get(name) ?? [], trimmedMean), wall: bootstrap(wall.get(name) ?? [], trimmedMean) },
      ]),
    );
  }
}

function loss(off: Work, on: Work, what: 'cpuNs' | 'wallNs'): number {
  return 100 * (on[what] / on.operations / (off[what] / off.operations) - 1);
}
