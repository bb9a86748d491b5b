import { float64At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import { type CounterColumns, UNKNOWN_COUNT } from '../../session/columns/run-columns.ts';
import type { Run } from '../../session/model/run.ts';
import type { HeapFacts, ProcessFacts } from './lag.ts';

/** Period of the first counters. */
const COUNTED_US = 1_000_000;

/** Later counters are not about the lag. */
const LATEST_US = 1_500_000;

type Counted = Pick<ProcessFacts, 'cpuCores' | 'footprintBytes' | 'threads' | 'thermal' | 'heap'>;

/** Each counter is about the second before it, so the next one counts, too. */
export function countedIn({ counters }: Run, beginUs: number, endUs: number): Counted {
  let cpuUs = 0;
  let overUs = 0;
  let [footprintBytes, threads, thermal] = [UNKNOWN_COUNT, UNKNOWN_COUNT, UNKNOWN_COUNT];
  const heap = new HeapCount(counters);
  for (let row = firstAfter(counters.atUs, beginUs, counters.length); row < counters.length; row++) {
    const periodBeginUs = row === 0 ? float64At(counters.atUs, row) - COUNTED_US : float64At(counters.atUs, row - 1);
    if (periodBeginUs >= endUs || float64At(counters.atUs, row) > endUs + LATEST_US) break;
    if (row > 0) {
      cpuUs += float64At(counters.cpuUs, row);
      overUs += float64At(counters.atUs, row) - periodBeginUs;
    }
    footprintBytes = Math.max(footprintBytes, counters.footprintBytes[row] ?? UNKNOWN_COUNT);
    threads = Math.max(threads, counters.threads[row] ?? UNKNOWN_COUNT);
    thermal = Math.max(thermal, counters.thermal[row] ?? UNKNOWN_COUNT);
    heap.take(row);
  }
  const known = (value: number): number | undefined => (value === UNKNOWN_COUNT ? undefined : value);
  return {
    cpuCores: overUs > 0 ? cpuUs / overUs : undefined,
    footprintBytes: known(footprintBytes),
    threads: known(threads),
    thermal: known(thermal),
    heap: heap.facts,
  };
}

/** Sums changes of the heap between counters. */
class HeapCount {
  readonly #counters: CounterColumns;
  #blocks = UNKNOWN_COUNT;
  #bytes = UNKNOWN_COUNT;
  #moreBlocks = 0;
  #areBlocksKnown = true;
  #moreBytes = 0;
  #overUs = 0;

  constructor(counters: CounterColumns) {
    this.#counters = counters;
  }

  take(row: number): void {
    const { allocations, allocatedBytes, atUs } = this.#counters;
    const blocks = allocations[row] ?? UNKNOWN_COUNT;
    const bytes = allocatedBytes[row] ?? UNKNOWN_COUNT;
    if (bytes === UNKNOWN_COUNT) return;
    this.#areBlocksKnown &&= blocks !== UNKNOWN_COUNT;
    this.#blocks = Math.max(this.#blocks, blocks);
    this.#bytes = Math.max(this.#bytes, bytes);
    const blocksBefore = allocations[row - 1] ?? UNKNOWN_COUNT;
    const bytesBefore = allocatedBytes[row - 1] ?? UNKNOWN_COUNT;
    if (row === 0 || bytesBefore === UNKNOWN_COUNT) return;
    this.#areBlocksKnown &&= blocksBefore !== UNKNOWN_COUNT;
    this.#moreBlocks += blocks - blocksBefore;
    this.#moreBytes += bytes - bytesBefore;
    this.#overUs += float64At(atUs, row) - float64At(atUs, row - 1);
  }

  get facts(): HeapFacts | undefined {
    if (this.#bytes === UNKNOWN_COUNT) return undefined;
    const seconds = this.#overUs / 1e6;
    const known = (blocks: number): number | undefined => (this.#areBlocksKnown ? blocks : undefined);
    const growth =
      seconds > 0 ? { blocksPerSecond: known(this.#moreBlocks / seconds), bytesPerSecond: this.#moreBytes / seconds } : undefined;
    return { blocks: known(this.#blocks), bytes: this.#bytes, growth };
  }
}
