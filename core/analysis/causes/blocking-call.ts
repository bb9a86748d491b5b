import { float64At, uint32At } from '../../columns/at.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import { namedObject } from '../lags/awaited-object.ts';
import type { WaitsOn } from '../lags/lag.ts';
import { leafWaits } from '../lags/leaf-waits.ts';
import { type Cause, type CauseFrame, type CauseSentence, type CauseThread, duration, named, words } from './facts/cause.ts';
import type { CauseFacts, CauseRule } from './facts/cause-facts.ts';
import { phoneWaitWords } from './facts/phone-waits.ts';
import { appFrame } from './facts/time-use.ts';
import { holderSentence } from './holder.ts';
import { furtherOwners } from './owner-sentences.ts';

/**
 * Main waited in a system function of iOS: a lock, a queue, a semaphore, a file.
 * Origin: the agent's hooks of these functions; without them innermost frames of samples (`leaf-waits.ts`).
 */
export const blockingCallRule: CauseRule = {
  find(facts: CauseFacts): Cause | undefined {
    const { waitsOn } = facts.lag;
    if (waitsOn?.function === undefined) return undefined;
    const wait = callsOf(facts, waitsOn.function, waitsOn.objectClass) ?? seenIn(facts, waitsOn.function);
    const owner = facts.threadValue(waitsOn.ownerThread);
    const { longest } = wait;
    const holder =
      owner === undefined || longest === undefined
        ? []
        : [holderSentence(facts, waitsOn, owner, longest), ...furtherOwners(facts, owner, longest)];
    return {
      rule: 'blockingCall',
      state: 'blocked',
      short: shortForm(waitsOn, owner),
      sentences: [callSentence(waitsOn, wait.us, wait.caller), ...holder],
      explainedUs: wait.us,
      evidence: owner !== undefined && wait.longest !== undefined ? { thread: owner.thread, ...wait.longest } : facts.wholeLag,
    };
  },
};

/** `nanosleep` and its relatives wait in the last one. */
const SLEEP = /^(?:usleep|sleep|nanosleep|_*semwait_signal(?:_nocancel)?)$/;

function callSentence(waitsOn: WaitsOn, us: number, caller: CauseFrame | undefined): CauseSentence {
  if (SLEEP.test(waitsOn.function ?? ''))
    return caller === undefined ? ['causeSleep', duration(us)] : ['causeSleepIn', duration(us), caller];
  const object = namedObject(waitsOn);
  const call = [duration(us), named(waitsOn.function ?? '')] as const;
  const purpose = phoneWaitWords(waitsOn.function ?? '');
  if (object === '' && purpose !== undefined) {
    const wait = [duration(us), words(purpose), named(waitsOn.function ?? '')] as const;
    return caller === undefined ? ['causeCallFor', ...wait] : ['causeCallForBy', ...wait, caller];
  }
  if (object === '') return caller === undefined ? ['causeCall', ...call] : ['causeCallBy', ...call, caller];
  return caller === undefined ? ['causeCallOn', ...call, named(object)] : ['causeCallOnBy', ...call, named(object), caller];
}

/** Lists have room for a file's name only. */
function shortForm(waitsOn: WaitsOn, owner: CauseThread | undefined): CauseSentence {
  if (SLEEP.test(waitsOn.function ?? '')) return ['shortSleep'];
  const object = namedObject(waitsOn);
  const file = object.slice(object.lastIndexOf('/') + 1);
  const call = named(file === '' ? (waitsOn.function ?? '') : `${waitsOn.function} ${file}`);
  return owner === undefined ? ['shortWaits', call] : ['shortWaitsHeld', call, owner];
}

interface CallWait {
  readonly us: number;
  readonly caller: CauseFrame | undefined;
  /** Undefined for sampled waits. */
  readonly longest: TimeRange | undefined;
}

/** Reported calls of a function with an object; undefined without any. */
function callsOf({ model, thread, lag, app }: CauseFacts, name: string, object: string): CallWait | undefined {
  if (thread === undefined) return undefined;
  const { run, blockingCalls: calls } = thread;
  const ranges: TimeRange[] = [];
  let longest: TimeRange | undefined;
  let node = 0;
  calls.visit(lag.beginUs, lag.endUs, (row) => {
    if (model.strings[uint32At(calls.function, row)] !== name || (model.strings[uint32At(calls.object, row)] ?? '') !== object) return;
    const range = {
      beginUs: Math.max(lag.beginUs, float64At(calls.beginUs, row)),
      endUs: Math.min(lag.endUs, float64At(calls.endUs, row)),
    };
    ranges.push(range);
    if (longest !== undefined && lengthOf(range) <= lengthOf(longest)) return;
    longest = range;
    node = model.shownNode(run, uint32At(calls.node, row));
  });
  return longest === undefined ? undefined : { us: coveredUs(ranges), caller: appFrame(model, node, app), longest };
}

/** A call inside another of the same function counts once. */
function coveredUs(ranges: readonly TimeRange[]): number {
  let sumUs = 0;
  let coveredToUs = 0;
  for (const { beginUs, endUs } of ranges.toSorted((a, b) => a.beginUs - b.beginUs)) {
    sumUs += Math.max(0, endUs - Math.max(beginUs, coveredToUs));
    coveredToUs = Math.max(coveredToUs, endUs);
  }
  return sumUs;
}

function lengthOf({ beginUs, endUs }: TimeRange): number {
  return endUs - beginUs;
}

/** By samples: the stack with the most time in the function has its caller. */
function seenIn({ model, thread, lag, app, stacks }: CauseFacts, name: string): CallWait {
  if (thread === undefined) return { us: 0, caller: undefined, longest: undefined };
  const us = leafWaits(model, thread, lag.beginUs, lag.endUs).get(name) ?? 0;
  const waiting = stacks.filter(({ node }) => model.methods[uint32At(model.nodes.method, node)]?.name === name);
  const most = waiting.toSorted((a, b) => b.us - a.us)[0];
  const caller = most && appFrame(model, most.node, app);
  // Without a frame of the app it is the function itself.
  return { us, caller: caller?.node === most?.node ? undefined : caller, longest: undefined };
}
