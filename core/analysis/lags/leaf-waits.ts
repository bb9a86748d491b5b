import { uint32At } from '../../columns/at.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { isAppImage } from '../frames/app-images.ts';

/**
 * Waiting functions of Apple's libsystem_kernel and libdispatch, without leading underscores and variants' endings: locks and conditions
 * (psynch, ulock), queues, semaphores, sleeps, other processes (mach_msg), files, sockets.
 */
const WAITING =
  /^_*((?:psynch_(?:mutexwait|cvwait|rw_rdlock|rw_wrlock)|ulock_wait2?|semwait_signal|semaphore_(?:timed)?wait(?:_signal)?_trap|dispatch_(?:sync_f_slow|semaphore_wait_slow|group_wait_slow|thread_event_wait_slow)|mach_msg2?(?:_overwrite)?_trap|select|poll|kevent(?:_id|_qos)?|open|openat|guarded_open_np|p?readv?|p?writev?|fsync|fcntl|flock|stat64|lstat64|fstatat64|getattrlist|getattrlistbulk|rename|unlink|connect|accept|recvfrom|recvmsg|sendto|sendmsg|wait4))(?:_nocancel)?$/;

/**
 * Times of waits on iOS by system function, from samples, as calls through Swift's and Foundation's libraries bypass the agent's hooks.
 */
export function leafWaits(model: SessionModel, thread: Thread, beginUs: number, endUs: number): ReadonlyMap<string, number> {
  const lasted = new Map<string, number>();
  if (model.runs[thread.run]?.isApple !== true) return lasted;
  const { samples } = thread;
  for (let row = samples.firstEndingAfter(beginUs); row < samples.length; row++) {
    const waitBeginUs = Math.max(beginUs, samples.beginUsAt(row));
    if (waitBeginUs >= endUs) break;
    const state = samples.stateAt(row);
    if (state !== threadState.kernel && state !== threadState.disk) continue;
    const name = waitingName(model, thread.run, samples.nodeAt(row));
    // It holds until the next sample.
    const waitEndUs = Math.min(endUs, row + 1 < samples.length ? samples.beginUsAt(row + 1) : samples.endUsAt(row));
    if (name !== '') lasted.set(name, (lasted.get(name) ?? 0) + waitEndUs - waitBeginUs);
  }
  return lasted;
}

/** '' if the innermost frame is the app's, unnamed, or does not wait. */
function waitingName(model: SessionModel, run: number, node: number): string {
  const method = model.methods[uint32At(model.nodes.method, model.shownNode(run, node))];
  if (method === undefined || isAppImage(model, method.image)) return '';
  return WAITING.test(method.name) ? method.name : '';
}
