import type { TraceThread, TraceTracks } from '../tracks/trace-tracks.ts';
import type { SchedThread, SchedThreads } from './sched-threads.ts';

/** Threads that made one another; a longer row is no process's. */
const MOST_MAKERS = 64;

/** Scheduled threads by the trace's: the scheduler knows thread ids only. Threads of unknown processes are left out. */
export function scheduledThreads(tracks: TraceTracks, sched: SchedThreads): ReadonlyMap<TraceThread, SchedThread> {
  const known = new Map<number, TraceThread>();
  for (const thread of tracks.threads.values()) if (thread.tid > 0) known.set(thread.tid, thread);
  const found = new Map<TraceThread, SchedThread>();
  for (const scheduled of sched.threads.values()) {
    const thread = known.get(scheduled.tid) ?? madeThread(scheduled, known, tracks, sched);
    if (thread === undefined) continue;
    thread.name ||= scheduled.name;
    found.set(thread, scheduled);
  }
  return found;
}

/** A thread that began within the trace belongs to its maker's process; one that made others is a process of its own. */
function madeThread(
  { tid, maker }: SchedThread,
  known: ReadonlyMap<number, TraceThread>,
  tracks: TraceTracks,
  sched: SchedThreads,
): TraceThread | undefined {
  if (tracks.processNames.has(tid)) return tracks.thread(tid, tid);
  let at = maker;
  for (let up = 0; up < MOST_MAKERS && at !== 0; up++) {
    const owner = known.get(at)?.pid ?? (tracks.processNames.has(at) ? at : undefined);
    if (owner !== undefined) return tracks.thread(owner, tid);
    at = sched.threads.get(at)?.maker ?? 0;
  }
  return undefined;
}
