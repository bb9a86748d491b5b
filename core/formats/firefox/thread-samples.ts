import { field, textField } from '../import/json.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { Column, timesOf } from './column.ts';

const STEP = 1_024;
const US_OF_MS = 1e3;
/** Intervals that a sample of weight 1 may last: samplers are late. */
const MOST_INTERVALS = 2;
/** Microseconds of a CPU time's unit; cycles have none. */
const cpuUnits: Readonly<Record<string, number>> = { ns: 1e-3, µs: 1, μs: 1 };

export interface SampleUnits {
  readonly intervalUs: number;
  /** Undefined if CPU times are cycles, or absent. */
  readonly cpuUs: number | undefined;
}

/** @param meta of the profile */
export function sampleUnits(meta: unknown, intervalMs: number): SampleUnits {
  return { intervalUs: intervalMs * US_OF_MS, cpuUs: cpuUnits[textField(field(meta, 'sampleUnits'), 'threadCPUDelta')] };
}

/** @param stacks handles by row of the stack table */
export async function readSamples(
  { builder, report, turns }: ImportTask,
  owner: unknown,
  thread: number,
  stacks: readonly number[],
  { intervalUs, cpuUs }: SampleUnits,
): Promise<void> {
  const samples = field(owner, 'samples');
  const type = textField(samples, 'weightType');
  const times = timesOf(samples);
  if (type === 'bytes') {
    report.skipped('samples of memory', times.length);
    return;
  }
  const stack = new Column(samples, 'stack');
  const weights = new Column(samples, 'weight');
  const cpu = new Column(samples, 'threadCPUDelta');
  const isTimed = type === 'tracing-ms';
  for (let row = 0; row < times.length; row++) {
    if (row % STEP === 0) await turns.pause();
    const index = stack.at(row);
    // Nothing ran.
    if (index === undefined) continue;
    const atMs = times.at(row);
    const handle = stacks[index];
    if (atMs === undefined || handle === undefined) {
      report.skipped('samples without a time or stack');
      continue;
    }
    const weight = weights.at(row) ?? 1;
    const mostUs = isTimed ? weight * US_OF_MS : MOST_INTERVALS * intervalUs * weight;
    const nextMs = times.at(row + 1);
    const isLast = nextMs === undefined || nextMs < atMs;
    const ownUs = isTimed ? mostUs : intervalUs * weight;
    const lengthUs = isLast ? ownUs : Math.min(mostUs, (nextMs - atMs) * US_OF_MS);
    if (!(lengthUs >= 0)) {
      report.skipped('samples of a negative weight');
      continue;
    }
    const usedUs = cpuUs === undefined ? undefined : cpu.at(row + 1);
    const onCpuUs = usedUs === undefined || cpuUs === undefined || usedUs < 0 ? undefined : Math.min(usedUs * cpuUs, lengthUs);
    builder.sample(thread, atMs * US_OF_MS, atMs * US_OF_MS + lengthUs, handle, undefined, onCpuUs);
  }
  report.read('samples', times.length);
}
