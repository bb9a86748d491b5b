import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openWriter } from '../host/lake-writer.ts';
import { LakeBatch } from '../host/write-batch.ts';
import { plannedFleet } from '../tests/lake/fleet-plan.ts';
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
  const writer = await openWriter();
  let [seconds, cpuSeconds, lags] = [0, 0, 0];
  let batch = new LakeBatch(lake, writer.lanes);
  const commit = async (): Promise<void> => {
    const [beganMs, cpu] = [performance.now(), process.cpuUsage()];
    await batch.commit();
    const { user, system } = process.cpuUsage(cpu);
    seconds += (performance.now() - beganMs) / 1e3;
    cpuSeconds += (user + system) / 1e6;
    batch = new LakeBatch(lake, writer.lanes);
  };
  for (const session of plannedFleet(options)) {
    const { index, app, version, beginMs } = session;
    lags += session.lags.length;
    // Real ids do not compress either.
    const id = createHash('sha256').update(`${index}`).digest('hex').slice(0, 32);
    batch.add(id, 60_000_000, madeRows(session, samples), { app, version, day: new Date(beginMs).toISOString().slice(0, 10) });
    if (batch.isFull) await commit();
  }
  await commit();
  writer.close();
  return { seconds, cpuSeconds, lags, peakMegabytes: await peakMegabytes() };
}

if (import.meta.main) {
  const [lake = '', fleet = ''] = process.argv.slice(2);
  printResult(await add(lake, JSON.parse(fleet)));
}
