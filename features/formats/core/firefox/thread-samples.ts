import { field, textField } from '../../../../core/text/json-fields.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { Column, timesOf } from './column.ts';

const STEP = 1_024;
const US_OF_MS = 1e3;
/** Intervals that a sample of weight 1 may last: samplers are late. */
const MOST_INTERVALS = 2;
/** Difference of a wait's length and the weight at its end: samplers count whole intervals from any moment. */
const WEIGHT_SLACK = 1.5;
/** Microseconds of a CPU time's unit; cycles have none. */
const cpuUnits: Readonly<Record<string, number>> = { ns: 1e-3, µs: 1, μs: 1 };

export interface SampleUnits {
  readonly intervalUs: number;
  /** Undefined if CPU times are cycles, or absent. */
  readonly cpuUs: number | undefined;
  /** Added to times, those of another process. */
  readonly startMs?: number;
}

/** Stacks of samples, by row of the stack table. */
export interface ThreadStacks {
  /** A handle; undefined for a row that is not there. */
  readonly of: (row: number) => number | undefined;
  /** The thread waited for its next event. */
  readonly isRest: (row: number) => boolean;
  /** The thread left its core there, and had none until its next sample. */
  readonly isOffCpu: (row: number) => boolean;
}

/** @param meta of the profile */
export function sampleUnits(meta: unknown, intervalMs: number): SampleUnits {
  return { intervalUs: intervalMs * US_OF_MS, cpuUs: cpuUnits[textField(field(meta, 'sampleUnits'), 'threadCPUDelta')] };
}

/** Samples of one thread, each with its time to the next. */
export async function readSamples(
  { builder, report, turns }: ImportTask,
  owner: unknown,
  thread: number,
  stacks: ThreadStacks,
  units: SampleUnits,
): Promise<void> {
  const samples = field(owner, 'samples');
  const { startMs = 0 } = units;
  const rows = new SampleTable(samples, units, stacks);
  if (textField(samples, 'weightType') === 'bytes') {
    report.skipped('samples of memory', rows.length);
    return;
  }
  for (let row = 0; row < rows.length; row++) {
    if (row % STEP === 0) await turns.pause();
    const index = rows.stack.at(row);
    // Nothing ran.
    if (index === undefined) continue;
    const atMs = rows.time.at(row);
    const handle = stacks.of(index);
    const lengthUs = rows.lengthUs(row);
    if (atMs === undefined || handle === undefined) {
      report.skipped('samples without a time or stack');
    } else if (!(lengthUs >= 0)) {
      report.skipped('samples of a negative weight');
    } else {
      if (stacks.isRest(index)) builder.rest(handle);
      const usedUs = stacks.isOffCpu(index) ? 0 : rows.cpuUs(row);
      // A thread that used no CPU time at all did not run.
      const state = usedUs === 0 && lengthUs > 0 ? 'kernel' : undefined;
      const onCpuUs = usedUs === undefined ? undefined : Math.min(usedUs, lengthUs);
      const beginUs = (atMs + startMs) * US_OF_MS;
      builder.sample(thread, beginUs, beginUs + lengthUs, handle, state, onCpuUs);
    }
  }
  report.read('samples', rows.length);
}

/** Samples of a thread, each with the time after it. */
class SampleTable {
  readonly stack: Column;
  readonly time: Column;
  readonly #weights: Column;
  readonly #cpu: Column;
  readonly #isTimed: boolean;
  readonly #units: SampleUnits;
  readonly #stacks: ThreadStacks;

  constructor(samples: unknown, units: SampleUnits, stacks: ThreadStacks) {
    this.stack = new Column(samples, 'stack');
    this.time = timesOf(samples);
    this.#weights = new Column(samples, 'weight');
    this.#cpu = new Column(samples, 'threadCPUDelta');
    this.#isTimed = textField(samples, 'weightType') === 'tracing-ms';
    this.#units = units;
    this.#stacks = stacks;
  }

  get length(): number {
    return this.time.length;
  }

  /** To the next sample, but not beyond the own weight. */
  lengthUs(row: number): number {
    if (this.#endsWait(row + 1)) return this.#gapUs(row + 1) ?? 0;
    const ownUs = this.#isTimed
      ? (this.#weights.at(row) ?? 1) * US_OF_MS
      : this.#units.intervalUs * (this.#endsWait(row) ? 1 : (this.#weights.at(row) ?? 1));
    const gapUs = this.#gapUs(row + 1);
    if (gapUs !== undefined && gapUs >= 0 && this.#stacks.isOffCpu(this.stack.at(row) ?? -1)) return gapUs;
    return gapUs === undefined || gapUs < 0 ? ownUs : Math.min(this.#isTimed ? ownUs : MOST_INTERVALS * ownUs, gapUs);
  }

  /** CPU time from the sample to the next; undefined if unknown. */
  cpuUs(row: number): number | undefined {
    const { cpuUs } = this.#units;
    const used = this.#cpu.at(row + 1);
    return cpuUs === undefined || used === undefined || used < 0 ? undefined : used * cpuUs;
  }

  /** Samplers of waits write a sample where a wait begins, and one where it ends, whose weight is the intervals between. */
  #endsWait(row: number): boolean {
    const weight = this.#weights.at(row) ?? 1;
    const gapUs = this.#gapUs(row);
    if (this.#isTimed || gapUs === undefined || weight <= 1 || weight <= (this.#weights.at(row - 1) ?? 1)) return false;
    const { intervalUs } = this.#units;
    return this.stack.at(row) === this.stack.at(row - 1) && Math.abs(gapUs - weight * intervalUs) <= WEIGHT_SLACK * intervalUs;
  }

  /** From the row before. */
  #gapUs(row: number): number | undefined {
    const atMs = this.time.at(row);
    const beforeMs = this.time.at(row - 1);
    return atMs === undefined || beforeMs === undefined ? undefined : (atMs - beforeMs) * US_OF_MS;
  }
}
