import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
import type { Thread } from '../../session/model/thread.ts';
import { threadCpuUs } from './thread-tracks.ts';

/** True for a thread that there is something to show of; the agent's own are left out. */
export function isShownThread(thread: Thread): boolean {
  return thread.samples.length > 0 && !thread.isAgent;
}

/**
 * The threads of some runs but their main threads, those that used most CPU first. About as much, up to the double, counts as the same,
 * so that rows keep their places while threads work.
 */
export function threadsByCpu(model: SessionModel, runs: readonly Run[]): readonly Thread[] {
  const wanted = new Set(runs.map((run) => run.index));
  return model.threads
    .filter((thread) => !thread.isMain && isShownThread(thread) && wanted.has(thread.run))
    .map((thread) => ({ thread, power: Math.round(Math.log2(1 + threadCpuUs(thread) / 1_000)) }))
    .sort((a, b) => b.power - a.power || b.thread.run - a.thread.run || a.thread.index - b.thread.index)
    .map(({ thread }) => thread);
}
