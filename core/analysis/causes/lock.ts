import { threadState } from '../../session/columns/sample-columns.ts';
import { waitKind } from '../../session/columns/thread-columns.ts';
import { isUnknownLock } from '../lags/awaited-object.ts';
import type { WaitsOn } from '../lags/lag.ts';
import { type Cause, type CauseSentence, type CauseThread, duration, ofClass } from './facts/cause.ts';
import type { CauseFacts, CauseRule } from './facts/cause-facts.ts';
import { holderSentence } from './holder.ts';
import { longestWait } from './object-waits.ts';
import { furtherOwners } from './owner-sentences.ts';

/**
 * Main waited for a monitor (`synchronized`).
 * Origin: JVMTI `MonitorContendedEnter`, `GetObjectMonitorUsage`; without them sampled states.
 */
export const lockRule: CauseRule = {
  find(facts: CauseFacts): Cause | undefined {
    const wait = longestWait(facts, waitKind.monitor);
    if (wait === undefined) return seenWait(facts);
    const { us, longest, waitsOn } = wait;
    const owner = facts.threadValue(waitsOn.ownerThread);
    return {
      rule: 'lock',
      state: 'blocked',
      short: shortForm(waitsOn, owner),
      sentences: [
        waitSentence(waitsOn, us),
        ...(owner === undefined
          ? ownerHint(facts)
          : [holderSentence(facts, waitsOn, owner, longest), ...furtherOwners(facts, owner, longest)]),
      ],
      explainedUs: us,
      evidence: owner === undefined ? facts.wholeLag : { thread: owner.thread, ...longest },
    };
  },
};

/** The cause by sampled states alone. */
function seenWait(facts: CauseFacts): Cause | undefined {
  const us = facts.stacks.reduce((sum, { state, blockedUs }) => sum + (state === threadState.monitor ? blockedUs : 0), 0);
  if (us <= 0) return undefined;
  return {
    rule: 'lock',
    state: 'blocked',
    short: ['shortSomeLock'],
    sentences: [['causeSomeLock', duration(us)], ...ownerHint(facts)],
    explainedUs: us,
    evidence: facts.wholeLag,
  };
}

function waitSentence(waitsOn: WaitsOn, us: number): CauseSentence {
  if (isUnknownLock(waitsOn)) return ['causeSomeLock', duration(us)];
  return ['causeLock', duration(us), ofClass(waitsOn.objectClass)];
}

function shortForm(waitsOn: WaitsOn, owner: CauseThread | undefined): CauseSentence {
  if (isUnknownLock(waitsOn)) return owner === undefined ? ['shortSomeLock'] : ['shortSomeLockHeld', owner];
  const lock = ofClass(waitsOn.objectClass);
  return owner === undefined ? ['shortLock', lock] : ['shortLockHeld', lock, owner];
}

/** Only agents that start with the app can read owners on some runtimes. */
function ownerHint({ run }: CauseFacts): readonly CauseSentence[] {
  const isMissing = run?.capabilities.some(({ name, enabled }) => name === 'lockOwners' && enabled === 0) === true;
  return isMissing ? [['causeHolderUnknown']] : [];
}
