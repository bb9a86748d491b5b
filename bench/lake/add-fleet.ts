import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadDuckDb } from '../../host/lake/duckdb.ts';
import { limitEngine } from '../../host/lake/engine-limits.ts';
import { LANES, LakeBatch } from '../../host/lake/write-batch.ts';
import { plannedFleet } from '../../tests/lake/fleet-plan.ts';
import { inProcess, peakMegabytes, printResult } from './in-process.ts';
import { madeRows } from './made-rows.ts';

export interface MadeFleet {
  readonly seed: number;
  readonly sessions: number;
  /** Of each session. */
  readonly samples: number;
  readonly changes: boolean;
}

export interface AddedFleet {
  /** From rows in memory to placed files and manifests. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Of the whole process, with the made rows. */
  readonly peakMegabytes: number;
  readonly lags: number;
}

/** In an own process. */
export function addFleet(lake: string, fleet: MadeFleet): Promise<AddedFleet> {
  return inProcess(fileURLToPath(import.meta.url), [lake, JSON.stringify(fleet)]);
}

async function add(lake: string, { samples, ...options }: MadeFleet): Promise<AddedFleet> {
  await mkdir(lake, { recursive: true });
  const engine = loadDuckDb();
  const instance = await engine.DuckDBInstance.create(':memory:');
  const connections = await Promise.all(Array.from({ length: LANES }, () => instance.connect()));
  const [first] = connections;
  if (first !== undefined) await limitEngine(first);
  let [seconds, cpuSeconds, lags] = [0, 0, 0];
  let batch = new LakeBatch(lake, engine, connections);
  const commit = async (): Promise<void> => {
    const [beganMs, cpu] = [performance.now(), process.cpuUsage()];
    await batch.commit();
    const { user, system } = process.cpuUsage(cpu);
    seconds += (performance.now() - beganMs) / 1e3;
    cpuSeconds += (user + system) / 1e6;
    batch = new LakeBatch(lake, engine, connections);
  };
  for (const session of plannedFleet(options)) {
    const { index, app, version, beginMs } = session;
    lags += session.lags.length;
    // Real ids do not compress either.
    const id = createHash('sha256').update(`${index}`).digest('hex').slice(0, 32);
    batch.add(id, madeRows(session, samples), { app, version, day: new Date(beginMs).toISOString().slice(0, 10) });
    if (batch.isFull) await commit();
  }
  await commit();
  for (const connection of connections) connection.closeSync();
  instance.closeSync();
  return { seconds, cpuSeconds, lags, peakMegabytes: await peakMegabytes() };
}

if (import.meta.main) {
  const [lake = '', fleet = ''] = process.argv.slice(2);
  printResult(await add(lake, JSON.parse(fleet)));
}
