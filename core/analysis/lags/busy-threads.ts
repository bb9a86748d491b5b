import type { TimeRange } from '../../columns/time-range.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
import type { Thread } from '../../session/model/thread.ts';
import { runningParts } from '../threads/standing-time.ts';
import { timeShares } from './lag-facts.ts';

interface BusyThread {
  readonly thread: Thread;
  /** Share of one core, 0 to 1. */
  readonly share: number;
}

/** Threads below this share of a core are left out, as in Matrix' reports. */
const LEAST_SHARE = 0.05;

/** No sane app has more at work. */
const MOST_THREADS = 500;

/** Time on CPU of all threads but the lag's own and the agent's, however little each took. */
export function threadsTime(
  model: SessionModel,
  run: Run | undefined,
  lag: TimeRange & { readonly thread: number },
): { readonly threads: number; readonly us: number } {
  let threads = 0;
  let us = 0;
  for (const thread of run?.threads ?? []) {
    if (thread.isAgent || thread.index === lag.thread || thread.samples.length === 0) continue;
    const { busyUs } = timeShares(model, thread, lag.beginUs, lag.endUs);
    if (busyUs > 0) threads++;
    us += busyUs;
  }
  return { threads, us };
}

/** Busiest first. */
export function busyThreads(model: SessionModel, run: Run, beginUs: number, endUs: number): readonly BusyThread[] {
  const lastsUs = Math.max(1, endUs - beginUs);
  // Nothing runs while the process is stopped.
  const parts = runningParts(run, beginUs, endUs);
  return run.threads
    .filter((thread) => !thread.isAgent && thread.samples.length > 0)
    .slice(0, MOST_THREADS)
    .map((thread) => ({
      thread,
      share: parts.reduce((sum, part) => sum + timeShares(model, thread, part.beginUs, part.endUs).busyUs, 0) / lastsUs,
    }))
    .filter(({ share }) => share > LEAST_SHARE)
    .sort((a, b) => b.share - a.share);
}
