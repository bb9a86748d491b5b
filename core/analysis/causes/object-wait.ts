import { threadState } from '../../session/columns/sample-columns.ts';
import { waitKind } from '../../session/columns/thread-columns.ts';
import { endedBy } from '../locks/wait-end.ts';
import { type Cause, type CauseSentence, duration, ofClass, words } from './facts/cause.ts';
import type { CauseFacts, CauseRule } from './facts/cause-facts.ts';
import { appFrame } from './facts/time-use.ts';
import { holderSentence } from './holder.ts';
import { longestWait, type ObjectWait } from './object-waits.ts';
import { furtherOwners } from './owner-sentences.ts';
import { waitInState } from './state-wait.ts';

/**
 * Main waited for another thread: `Object.wait`, or parked by a future, a latch or a lock of java.util.concurrent.
 * Origin: JVMTI `MonitorWait`, `LockSupport.getBlocker`; without them sampled states.
 */
export const objectWaitRule: CauseRule = {
  find(facts: CauseFacts): Cause | undefined {
    const waits = [longestWait(facts, waitKind.objectWait), longestWait(facts, waitKind.park)].filter((wait) => wait !== undefined);
    const [most] = waits.sort((a, b) => b.us - a.us);
    const seen = waitInState(facts, [threadState.objectWait, threadState.parked]);
    const us = Math.max(most?.us ?? 0, seen?.us ?? 0);
    if (us <= 0) return undefined;
    const owner = most === undefined ? undefined : facts.threadValue(most.waitsOn.ownerThread);
    const waited = most === undefined || isPlain(most.waitsOn.objectClass) ? words('waitNotified') : ofClass(most.waitsOn.objectClass);
    return {
      rule: 'objectWait',
      state: 'blocked',
      short: owner === undefined ? ['shortWaits', waited] : ['shortWaitsHeld', waited, owner],
      sentences: [
        seen?.frame === undefined ? ['causeObject', duration(us), waited] : ['causeObjectIn', duration(us), waited, seen.frame],
        ...ownerSentence(facts, most),
      ],
      explainedUs: us,
      evidence: owner === undefined || most === undefined ? facts.wholeLag : { thread: owner.thread, ...most.longest },
    };
  },
};

/** A plain object says less than that main waited for `notify`. */
function isPlain(objectClass: string): boolean {
  return objectClass === '' || objectClass === 'java.lang.Object';
}

function ownerSentence(facts: CauseFacts, wait: ObjectWait | undefined): readonly CauseSentence[] {
  const owner = wait === undefined ? undefined : facts.threadValue(wait.waitsOn.ownerThread);
  if (wait === undefined) return [];
  if (owner === undefined) return enderSentence(facts, wait);
  return [holderSentence(facts, wait.waitsOn, owner, wait.longest), ...furtherOwners(facts, owner, wait.longest)];
}

/** Without an owner, the thread that ended the wait is the only hint at the awaited event. */
function enderSentence(facts: CauseFacts, { row }: ObjectWait): readonly CauseSentence[] {
  const { model, thread, app } = facts;
  const end = thread && endedBy(model, thread, row);
  const ender = end && facts.threadValue(end.thread);
  if (end === undefined || ender === undefined) return [];
  const frame = appFrame(model, end.node, app);
  return [frame === undefined ? ['causeEnder', ender] : ['causeEnderIn', ender, frame]];
}
