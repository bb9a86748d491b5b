import { float64At } from '../../columns/at.ts';
import { type CounterColumns, UNKNOWN_COUNT } from '../../session/columns/run-columns.ts';
import type { Run } from '../../session/model/run.ts';

/** About once a second for the process; `thermal` for the device. */
export type CounterName = 'cpuCores' | 'footprintBytes' | 'threads' | 'thermal' | 'heapBlocks' | 'heapBytes';

/** One counter by time, as columns with at least one value. */
export interface CounterTrack {
  readonly name: CounterName;
  readonly atUs: Float64Array;
  /** Cores averaged since the value before, bytes, threads, steps of `thermalState`, blocks. */
  readonly value: Float64Array;
}

/** `UNKNOWN_COUNT` if the agent lacks it. */
const readers: Readonly<Record<CounterName, (counters: CounterColumns, row: number) => number>> = {
  cpuCores: coresOf,
  footprintBytes: ({ footprintBytes }, row) => footprintBytes[row] ?? UNKNOWN_COUNT,
  // A process has at least one thread, so 0 means unknown.
  threads: ({ threads }, row) => threads[row] || UNKNOWN_COUNT,
  thermal: ({ thermal }, row) => thermal[row] ?? UNKNOWN_COUNT,
  heapBlocks: ({ allocations }, row) => allocations[row] ?? UNKNOWN_COUNT,
  heapBytes: ({ allocatedBytes }, row) => allocatedBytes[row] ?? UNKNOWN_COUNT,
};

const names = ['cpuCores', 'footprintBytes', 'threads', 'thermal', 'heapBlocks', 'heapBytes'] as const satisfies readonly CounterName[];

export function counterTracks({ counters }: Run): readonly CounterTrack[] {
  return names.map((name) => trackOf(counters, name)).filter(({ atUs }) => atUs.length > 0);
}

function trackOf(counters: CounterColumns, name: CounterName): CounterTrack {
  const atUs = new Float64Array(counters.length);
  const value = new Float64Array(counters.length);
  const read = readers[name];
  let length = 0;
  for (let row = 0; row < counters.length; row++) {
    const reading = read(counters, row);
    if (reading === UNKNOWN_COUNT) continue;
    atUs[length] = float64At(counters.atUs, row);
    value[length++] = reading;
  }
  return { name, atUs: atUs.subarray(0, length), value: value.subarray(0, length) };
}

/** CPU is counted since the report before, so the first begin is unknown. */
function coresOf({ atUs, cpuUs }: CounterColumns, row: number): number {
  const overUs = row === 0 ? 0 : float64At(atUs, row) - float64At(atUs, row - 1);
  return overUs > 0 ? float64At(cpuUs, row) / overUs : UNKNOWN_COUNT;
}
