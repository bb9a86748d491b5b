import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
import { type Deadlock, deadlocksAt } from '../locks/deadlocks.ts';
import { ownerChain } from '../locks/owner-chain.ts';
import { isServiceThread } from '../threads/service-thread.ts';
import { type ActivityName, type ThreadAt, threadAt } from './thread-at.ts';

/** All threads of a run at a moment. */
export interface MomentThreads {
  /** Session microseconds. */
  readonly atUs: number;
  readonly run: Run;
  /** Main, owners of what main waits for, threads of deadlocks, then the busiest. */
  readonly threads: readonly ThreadAt[];
  /** Threads whose stack is not known then. */
  readonly withoutStack: readonly ThreadAt[];
  /** Rings of threads that wait for each other then. */
  readonly deadlocks: readonly Deadlock[];
}

/** Threads beyond this number are not listed. */
const MOST_THREADS = 2_000;

/** Such a CPU share explains no lag. */
const LITTLE_SHARE = 0.05;

const rank: Readonly<Record<ActivityName, number>> = {
  running: 0,
  ready: 1,
  blocked: 2,
  pause: 3,
  unknown: 4,
  waiting: 5,
  idle: 6,
  unseen: 7,
};

/** The agent's own threads are left out. */
export function threadsAt(model: SessionModel, run: Run, atUs: number): MomentThreads {
  const all = run.threads
    .filter(({ isAgent }) => !isAgent)
    .map((thread) => threadAt(model, thread, atUs))
    .filter((thread) => thread !== undefined)
    .slice(0, MOST_THREADS);
  const deadlocks = deadlocksAt(model, run, atUs);
  const chain = [...mainAndOwners(model, run, atUs), ...deadlocks.flatMap(({ ring }) => ring.map(({ thread }) => thread))];
  const place = ({ thread }: ThreadAt): number => {
    const at = chain.indexOf(thread.index);
    return at < 0 ? chain.length : at;
  };
  all.sort(
    (a, b) =>
      place(a) - place(b) ||
      Number(isResting(model, a)) - Number(isResting(model, b)) ||
      rank[a.activity] - rank[b.activity] ||
      (b.cpuShare ?? 0) - (a.cpuShare ?? 0) ||
      a.thread.index - b.thread.index,
  );
  const threads = all.filter(({ node }) => node !== 0);
  return { atUs, run, threads, withoutStack: all.filter(({ node }) => node === 0), deadlocks };
}

/** Threads of the virtual machine would stand between the app's, which wait as they do. */
function isResting(model: SessionModel, { thread, cpuShare }: ThreadAt): boolean {
  return (cpuShare ?? 0) < LITTLE_SHARE && isServiceThread(model, thread);
}

/** Main, the owner it waits for, that owner's owner: rows of `model.threads`. */
function mainAndOwners(model: SessionModel, run: Run, atUs: number): readonly number[] {
  const main = run.threads.find(({ isMain }) => isMain);
  if (main === undefined) return [];
  const links = ownerChain(model, main, atUs)?.links ?? [];
  return [main.index, ...links.map(({ owner }) => owner)];
}

/** The run that lasted at a moment, else the last one before it; undefined before the first. */
export function runAt(model: SessionModel, atUs: number): Run | undefined {
  return model.runs.findLast(({ beginUs }) => beginUs <= atUs);
}
