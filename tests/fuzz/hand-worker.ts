import { parentPort, workerData } from 'node:worker_threads';
import { keepCase } from './cases.ts';
import { fuzz, tried } from './fuzz-door.ts';
import { assertOrder, doorOf } from './hand-order.ts';
import { minimised } from './minimise.ts';

assertOrder(workerData);
const { module, door: name, firstSeed, milliseconds, count, progress } = workerData;
const door = doorOf(await import(module), name);
const endMs = Date.now() + milliseconds;
const { findings, ...figures } = await fuzz(door, {
  firstSeed,
  isEnough: ({ runs }) => runs >= count || Date.now() > endMs,
  begins: (seed) => {
    progress[0] = seed;
  },
});
/** Larger findings are kept as they are. */
const MINIMISING_MS = 60_000;
const kept = [];
for (const { seed, problem, bytes } of findings) {
  const [first = ''] = problem.split('\n');
  const minimisingEndMs = Date.now() + MINIMISING_MS;
  const small = await minimised(bytes, async (candidate) => {
    if (Date.now() > minimisingEndMs) return false;
    progress[0] = (progress[0] ?? 0) + 0.0001;
    return (await tried(door, candidate)).problem?.split('\n')[0] === first;
  });
  kept.push({ seed, problem, path: await keepCase(name, small) });
}
parentPort?.postMessage({ ...figures, findings: kept });
