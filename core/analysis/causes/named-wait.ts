import { threadState } from '../../session/columns/sample-columns.ts';
import { type Cause, type CauseFrame, type CauseSentence, duration, named, words } from './facts/cause.ts';
import type { CauseFacts, CauseRule } from './facts/cause-facts.ts';
import type { CauseTextKey } from './facts/cause-texts.ts';
import { causeFrame, type StackTime } from './facts/time-use.ts';
import { type FoundWait, type NamedWait, waitOfStack, waitWords } from './facts/wait-frames.ts';

/** Sentences without and with the app's caller. */
const texts: Readonly<Record<NamedWait, readonly [alone: CauseTextKey, called: CauseTextKey]>> = {
  binder: ['causeBinder', 'causeBinderBy'],
  disk: ['causeDisk', 'causeDiskBy'],
  network: ['causeNetwork', 'causeNetworkBy'],
  process: ['causeProcess', 'causeProcessBy'],
  database: ['causeDatabase', 'causeDatabaseBy'],
  provider: ['causeProvider', 'causeProviderBy'],
  classes: ['causeClasses', 'causeClassesBy'],
  library: ['causeLibrary', 'causeLibraryBy'],
  preferencesApply: ['causeApply', 'causeApply'],
  preferencesCommit: ['causeCommit', 'causeCommitBy'],
  preferencesLoad: ['causePreferences', 'causePreferencesBy'],
};

/**
 * Main's innermost frames name a service of the system. * Origin: samples; names of `wait-frames.ts` and `waiting-methods.ts`; the kernel's state of a thread for a disk.
 */
export const namedWaitRule: CauseRule = {
  find(facts: CauseFacts): Cause | undefined {
    const [most] = [...namedWaits(facts).values()].sort((a, b) => b.us - a.us);
    if (most === undefined) return undefined;
    const { us, longest } = most;
    const caller = longest.caller === 0 ? undefined : causeFrame(facts.model, longest.caller);
    return {
      rule: longest.wait,
      state: isWork(most) ? 'busy' : 'blocked',
      short: shortForm(most),
      sentences: [sentence(most, caller)],
      explainedUs: us,
      evidence: facts.wholeLag,
    };
  },
};

/** They use the CPU, too: reading bytes one by one, defining a class. Time on CPU in others is the caller's. */
const works: ReadonlySet<NamedWait> = new Set(['disk', 'database', 'classes', 'library']);

interface WaitSum {
  us: number;
  busyUs: number;
  /** By its stack with the most time. */
  longest: FoundWait;
  longestUs: number;
}

function namedWaits({ model, stacks, app }: CauseFacts): ReadonlyMap<NamedWait, WaitSum> {
  const sums = new Map<NamedWait, WaitSum>();
  for (const stack of stacks) {
    const found = waitOfStack(model, stack.node, app) ?? onDisk(stack);
    if (found === undefined) continue;
    const us = stack.blockedUs + (works.has(found.wait) ? stack.busyUs : 0);
    if (us <= 0) continue;
    const sum = sums.get(found.wait) ?? { us: 0, busyUs: 0, longest: found, longestUs: 0 };
    sum.us += us;
    sum.busyUs += us - stack.blockedUs;
    if (us > sum.longestUs) Object.assign(sum, { longest: found, longestUs: us });
    sums.set(found.wait, sum);
  }
  return sums;
}

/** The kernel says so of a stack whose names do not. */
function onDisk({ state, node }: StackTime): FoundWait | undefined {
  return state === threadState.disk ? { wait: 'disk', caller: node, call: '' } : undefined;
}

function isWork({ us, busyUs }: WaitSum): boolean {
  return busyUs * 2 > us;
}

function shortForm(sum: WaitSum): CauseSentence {
  const { wait, call } = sum.longest;
  if (isWork(sum)) return ['shortBusyWith', words(wait === 'disk' ? 'waitFiles' : waitWords[wait])];
  return ['shortWaits', call === '' ? words(waitWords[wait]) : named(call)];
}

function sentence(sum: WaitSum, caller: CauseFrame | undefined): CauseSentence {
  const { wait, call } = sum.longest;
  const us = duration(sum.us);
  if (wait === 'binder' && call !== '') {
    return caller === undefined ? ['causeBinderCall', us, named(call)] : ['causeBinderCallBy', us, named(call), caller];
  }
  const [alone, called] = wait === 'disk' && isWork(sum) ? filesTexts : texts[wait];
  return caller === undefined ? [alone, us] : [called, us, caller];
}

/** Work with files more than waiting for them. */
const filesTexts = ['causeFiles', 'causeFilesBy'] as const;
