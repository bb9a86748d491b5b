import { float64At } from '../../columns/at.ts';
import { type CounterColumns, UNKNOWN_COUNT } from '../../session/columns/run-columns.ts';
import type { Run } from '../../session/model/run.ts';

/** What is counted about once a second, for the whole process; `thermal` for the whole device. */
export type CounterName = 'cpuCores' | 'footprintBytes' | 'threads' | 'thermal' | 'heapBlocks' | 'heapBytes';

/** One counter over time, by time; both columns have the same length, and at least one value. */
export interface CounterTrack {
  readonly name: CounterName;
  /** Session time of each value. */
  readonly atUs: Float64Array;
  /** In cores (1.5 is one and a half, on average since the value before), bytes, threads, steps of `thermalState`, blocks. */
  readonly value: Float64Array;
}

/** How a counter's value of a row is read; `UNKNOWN_COUNT` where the agent could not tell. */
const readers: Readonly<Record<CounterName, (counters: CounterColumns, row: number) => number>> = {
  cpuCores: coresOf,
  footprintBytes: ({ footprintBytes }, row) => footprintBytes[row] ?? UNKNOWN_COUNT,
  // A process has at least one: 0 says that nobody counted.
  threads: ({ threads }, row) => threads[row] || UNKNOWN_COUNT,
  thermal: ({ thermal }, row) => thermal[row] ?? UNKNOWN_COUNT,
  heapBlocks: ({ allocations }, row) => allocations[row] ?? UNKNOWN_COUNT,
  heapBytes: ({ allocatedBytes }, row) => allocatedBytes[row] ?? UNKNOWN_COUNT,
};

const names = ['cpuCores', 'footprintBytes', 'threads', 'thermal', 'heapBlocks', 'heapBytes'] as const satisfies readonly CounterName[];

/** The counters of a run as columns, for drawing; what the agent never told has no track. Work in proportion to the counters told. */
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

/** CPU is told as time since the report before; what the first report is about began with the agent, at a time that is not told. */
function coresOf({ atUs, cpuUs }: CounterColumns, row: number): number {
  const overUs = row === 0 ? 0 : float64At(atUs, row) - float64At(atUs, row - 1);
  return overUs > 0 ? float64At(cpuUs, row) / overUs : UNKNOWN_COUNT;
}
