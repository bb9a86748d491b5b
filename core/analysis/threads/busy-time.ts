import { threadState, UNKNOWN_CPU } from '../../session/columns/sample-columns.ts';
import type { Thread } from '../../session/model/thread.ts';

/** From this length on, a row's own CPU time beats the time before it. */
const LONG_ROW_US = 1_000;

/** For the row and the time around it; undefined if unknown. */
export function rowBusyShare(thread: Thread, row: number): number | undefined {
  const { samples } = thread;
  const beginUs = samples.beginUsAt(row);
  const spanUs = samples.endUsAt(row) - beginUs;
  const state = samples.stateAt(row);
  const leadCpuUs = samples.leadCpuUsAt(row);
  const followsUs = row === 0 ? 0 : beginUs - samples.endUsAt(row - 1);
  // Rows of a scheduler's record follow each other without a time between.
  if (spanUs >= LONG_ROW_US || row === 0 || leadCpuUs === UNKNOWN_CPU || (spanUs > 0 && followsUs <= 0)) {
    return busyShare(spanUs > 0 ? samples.cpuUsAt(row) : undefined, spanUs, state);
  }
  return busyShare(leadCpuUs, followsUs, state);
}

/** CPU share of a range; undefined if unknown. */
export function busyShare(cpuUs: number | undefined, spanUs: number, state: number): number | undefined {
  if (cpuUs !== undefined && cpuUs !== UNKNOWN_CPU) return Math.min(1, cpuUs / Math.max(1, spanUs));
  if (state === threadState.running) return 1;
  return state === threadState.native || state === threadState.suspended ? undefined : 0;
}
