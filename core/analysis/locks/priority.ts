import { isLessUrgent } from '../../session/model/quality-of-service.ts';
import type { Thread } from '../../session/model/thread.ts';

/** Priority inversion: an owner that gets cores after others, also after the thread that waits for it. */
export function hasLowPriority(owner: Thread | undefined, waiter: Thread | undefined): boolean {
  if (owner?.nice === undefined || waiter?.nice === undefined) return false;
  return owner.nice > 0 && owner.nice > waiter.nice;
}

/** The same of iOS. Its kernel lends the waiter's urgency for some locks, and not for semaphores. */
export function hasLowQuality(owner: Thread | undefined, waiter: Thread | undefined): boolean {
  if (owner?.quality === undefined || waiter?.quality === undefined) return false;
  return isLessUrgent(owner.quality, waiter.quality);
}
