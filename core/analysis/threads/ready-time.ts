import { threadState } from '../../session/columns/sample-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';

/** True where the system reports when a thread was ready without a core: Linux counts it, iOS has it as a thread's state. */
export function hasReadyTimes(model: SessionModel, thread: Thread): boolean {
  return thread.readyTimes.length > 0 || model.runs[thread.run]?.isApple === true;
}

/** True if any thread has them. */
export function anyReadyTimes(model: SessionModel): boolean {
  return model.threads.some((thread) => hasReadyTimes(model, thread));
}

/**
 * Time ready to run, without a core, in a part of a row or beside it; 0 if not reported. Linux: run delay of schedstat
 * (Documentation/scheduler/sched-stats.rst). iOS: off CPU in the state "running".
 * @param busy share on CPU, undefined if unknown
 */
export function readyUs(
  model: SessionModel,
  thread: Thread,
  row: number,
  busy: number | undefined,
  partBeginUs: number,
  partEndUs: number,
): number {
  const { readyTimes, samples } = thread;
  if (readyTimes.length > 0) {
    const restUs = (partEndUs - partBeginUs) * (1 - (busy ?? 0));
    return restUs <= 0 ? 0 : Math.min(restUs, readyTimes.within(partBeginUs, partEndUs));
  }
  const isReady = busy !== undefined && samples.stateAt(row) === threadState.running && model.runs[thread.run]?.isApple === true;
  return isReady ? Math.max(0, (partEndUs - partBeginUs) * (1 - busy)) : 0;
}

/** As `readyUs`, as a share of a row; of the time before it for a row of one sample. */
export function rowReadyShare(model: SessionModel, thread: Thread, row: number, busy: number | undefined): number {
  const { samples } = thread;
  let beginUs = samples.beginUsAt(row);
  const endUs = samples.endUsAt(row);
  if (endUs <= beginUs && row > 0) beginUs = samples.endUsAt(row - 1);
  return endUs <= beginUs ? 0 : readyUs(model, thread, row, busy, beginUs, endUs) / (endUs - beginUs);
}
