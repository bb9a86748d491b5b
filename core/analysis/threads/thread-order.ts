import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
import type { Thread } from '../../session/model/thread.ts';
import { threadCpuUs } from './thread-tracks.ts';

/** True for threads with data, without the agent's own. */
export function isShownThread(thread: Thread): boolean {
  return thread.samples.length > 0 && !thread.isAgent;
}

/** Threads without main, busiest first. Within a factor of two they count as equal, so that rows stay in place. */
export function threadsByCpu(model: SessionModel, runs: readonly Run[]): readonly Thread[] {
  const wanted = new Set(runs.map((run) => run.index));
  return model.threads
    .filter((thread) => !thread.isMain && isShownThread(thread) && wanted.has(thread.run))
    .map((thread) => ({ thread, power: Math.round(Math.log2(1 + threadCpuUs(thread) / 1_000)) }))
    .sort((a, b) => b.power - a.power || b.thread.run - a.thread.run || a.thread.index - b.thread.index)
    .map(({ thread }) => thread);
}
