/** Costs beside sampling on the Android Runtime 11: threads that park constantly, and main during the attach. */

import { Load } from '../overhead/overhead-load.ts';
import type { Figure } from '../support/figure.ts';
import { bootstrap, type Estimate, median } from '../support/statistics.ts';

const rounds = Number(process.env.LAGLENS_BENCH_ROUNDS ?? 20);
const stormMs = 1500;
const bench = 'attached';

/** The runtime reports this thread's waits (`waits` of the options); undefined without an agent. */
const storms = [
  ['no agent', undefined],
  ['events of nobody', 0],
  ['events of main, as it is', 1],
  ['events of everybody', 2],
] as const;

export { run as bench };

async function* run(say: (line: string) => void): AsyncGenerator<Figure> {
  say(`attached: ${rounds} rounds of ${storms.length} processes each`);
  const found = new Map<string, number[]>(storms.map(([name]) => [name, []]));
  const keptMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // Drift affects all alike, as each starts equally often.
    for (let turn = 0; turn < storms.length; turn++) {
      const [name, waits] = storms[(round + turn) % storms.length] ?? storms[0];
      await using load = await Load.onArt(say);
      if (waits !== undefined) {
        const host = await load.attach(`,waits=${waits}`);
        keptMs.push(load.keptNs / 1e6);
        await host.settings({ intervalUs: 10_000 });
      }
      await load.storm(stormMs / 3);
      const { cpuNs, operations } = await load.storm(stormMs);
      found.get(name)?.push(cpuNs / operations / 1000);
    }
  }
  yield figure('an agent is attached: time that main is kept, its library and hook loaded, median', 'ms', bootstrap(keptMs, median));
  for (const [name, us] of found) {
    yield figure(
      `park and unpark of two pairs of threads, ${name}: their CPU time for each hand-over, median`,
      'us',
      bootstrap(us, median),
    );
  }
}

function figure(what: string, unit: string, { value, lower, upper, count }: Estimate): Figure {
  return { bench, figure: what, value, unit, note: `95 %: ${lower.toFixed(2)} .. ${upper.toFixed(2)}, n = ${count}` };
}
