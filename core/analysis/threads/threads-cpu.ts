import { float64At } from '../../columns/at.ts';
import { UNKNOWN_CPU } from '../../session/columns/sample-columns.ts';
import type { Run } from '../../session/model/run.ts';
import type { Thread } from '../../session/model/thread.ts';

/** Period of one value. */
const BIN_US = 1_000_000;
/** Longer runs get no values. */
const MOST_BINS = 604_800;

interface ThreadsCpu {
  readonly atUs: Float64Array;
  /** In cores: 1.5 is one and a half. */
  readonly value: Float64Array;
}

/** All rows but the last of each thread. */
interface Known {
  bins: Float64Array;
  /** By the thread's place in the run; a new thread has none. */
  readonly rows: number[];
  readonly droppedRows: number;
}

const knownBy = new WeakMap<Run, Known>();

/**
 * CPU of a run's threads per second, for agents without process counters. CPU time is spread evenly over its period. Incremental; empty
 * without clocks.
 */
export function threadsCpu(run: Run): ThreadsCpu {
  const beginUs = run.beginUs;
  const count = Math.ceil(Math.max(0, run.nowUs - beginUs) / BIN_US);
  if (count === 0 || count > MOST_BINS) return { atUs: new Float64Array(0), value: new Float64Array(0) };
  const droppedRows = run.threads.reduce((sum, { samples }) => sum + samples.droppedRows, 0);
  let known = knownBy.get(run);
  if (known?.droppedRows !== droppedRows) known = { bins: new Float64Array(0), rows: [], droppedRows };
  knownBy.set(run, known);
  if (known.bins.length < count) {
    const longer = new Float64Array(Math.max(count, 2 * known.bins.length));
    longer.set(known.bins);
    known.bins = longer;
  }
  let isMeasured = false;
  for (const [at, thread] of run.threads.entries()) {
    if (thread.isAgent) continue;
    const last = thread.samples.length - 1;
    const taken = known.rows[at] ?? 0;
    addRows(known.bins, thread, taken, last, beginUs);
    known.rows[at] = Math.max(taken, last);
  }
  const bins = known.bins.slice(0, count);
  for (const thread of run.threads) {
    const { length } = thread.samples;
    if (!thread.isAgent && length > 0) addRows(bins, thread, length - 1, length, beginUs);
  }
  const value = bins.map((us, bin) => {
    if (us > 0) isMeasured = true;
    return us / Math.min(BIN_US, Math.max(1, run.nowUs - beginUs - bin * BIN_US));
  });
  return isMeasured
    ? { atUs: bins.map((_, bin) => beginUs + bin * BIN_US), value }
    : { atUs: new Float64Array(0), value: new Float64Array(0) };
}

function addRows(bins: Float64Array, { samples }: Thread, first: number, end: number, originUs: number): void {
  for (let row = first; row < end; row++) {
    const rowBeginUs = samples.beginUsAt(row) - originUs;
    // A first sample's CPU time was used before it.
    if (row > 0) spread(bins, samples.endUsAt(row - 1) - originUs, rowBeginUs, samples.leadCpuUsAt(row));
    spread(bins, rowBeginUs, samples.endUsAt(row) - originUs, samples.cpuUsAt(row));
  }
}

function spread(bins: Float64Array, beginUs: number, endUs: number, cpuUs: number): void {
  if (cpuUs <= 0 || cpuUs === UNKNOWN_CPU) return;
  const first = Math.max(0, Math.floor(beginUs / BIN_US));
  const last = Math.min(bins.length - 1, Math.floor(endUs / BIN_US));
  if (first === last && beginUs >= 0) {
    bins[first] = float64At(bins, first) + cpuUs;
    return;
  }
  for (let bin = first; bin <= last; bin++) {
    const partUs = Math.min(endUs, (bin + 1) * BIN_US) - Math.max(beginUs, bin * BIN_US);
    // A period of length 0 lies in one bin.
    const share = endUs > beginUs ? partUs / (endUs - beginUs) : 1;
    bins[bin] = float64At(bins, bin) + cpuUs * share;
  }
}
