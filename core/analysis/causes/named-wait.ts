import { threadState } from '../../session/columns/sample-columns.ts';
import { type Cause, type CauseFrame, type CauseSentence, duration, named, words } from './facts/cause.ts';
import type { CauseFacts, CauseRule } from './facts/cause-facts.ts';
import type { CauseTextKey } from './facts/cause-texts.ts';
import { causeFrame, type StackTime } from './facts/time-use.ts';
import { type FoundWait, type NamedWait, waitOfStack, waitOfState, waitWords } from './facts/wait-frames.ts';

/** Sentences without and with the app's caller. */
const texts: Readonly<Record<NamedWait, readonly [alone: CauseTextKey, called: CauseTextKey]>> = {
  binder: ['causeBinder', 'causeBinderBy'],
  disk: ['causeDisk', 'causeDiskBy'],
  file: ['causeFile', 'causeFileBy'],
  path: ['causePath', 'causePathBy'],
  pipe: ['causePipe', 'causePipeBy'],
  socket: ['causeSocket', 'causeSocketBy'],
  network: ['causeNetwork', 'causeNetworkBy'],
  process: ['causeProcess', 'causeProcessBy'],
  database: ['causeDatabase', 'causeDatabaseBy'],
  provider: ['causeProvider', 'causeProviderBy'],
  classes: ['causeClasses', 'causeClassesBy'],
  library: ['causeLibrary', 'causeLibraryBy'],
  preferencesApply: ['causeApply', 'causeApply'],
  preferencesCommit: ['causeCommit', 'causeCommitBy'],
  preferencesLoad: ['causePreferences', 'causePreferencesBy'],
  frozen: ['causeFrozen', 'causeFrozen'],
};

/**
 * Main's innermost frames name a service of the system. Origin: samples; names of `wait-frames.ts` and `waiting-methods.ts`; the kernel's state of a thread for a disk.
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
const works: ReadonlySet<NamedWait> = new Set(['disk', 'file', 'database', 'classes', 'library']);

interface WaitSum {
  us: number;
  busyUs: number;
  /** By its stack with the most time. */
  longest: FoundWait;
  longestUs: number;
}

function namedWaits({ model, stacks, app }: CauseFacts): ReadonlyMap<NamedWait, WaitSum> {
  const sums = new Map<NamedWait, WaitSum>();
  const descriptors = knownDescriptors(stacks);
  for (const stack of stacks) {
    const byNames = waitOfStack(model, stack.node, app);
    const found = byKernel(byNames, stack, descriptors);
    if (found === undefined) continue;
    // Waits shorter than the interval are in no known state, but in a stack that waits.
    const offCpuUs = stack.us - stack.busyUs - stack.readyUs;
    const busyUs = byNames !== undefined && works.has(byNames.wait) ? stack.busyUs : 0;
    const us = offCpuUs + busyUs;
    if (us <= 0) continue;
    const sum = sums.get(found.wait) ?? { us: 0, busyUs: 0, longest: found, longestUs: 0 };
    sum.us += us;
    sum.busyUs += busyUs;
    if (us > sum.longestUs) Object.assign(sum, { longest: found, longestUs: us });
    sums.set(found.wait, sum);
  }
  return filesOnDisk(sums);
}

/** The kernel says so of a stack whose names do not, or name a descriptor only. */
function byKernel(
  found: FoundWait | undefined,
  { state, node }: StackTime,
  descriptors: ReadonlyMap<number, number>,
): FoundWait | undefined {
  const known = state === threadState.native && found?.wait === 'file' ? descriptors.get(node) : undefined;
  const wait = waitOfState(known ?? state, found?.wait);
  return wait === undefined ? undefined : { caller: node, call: '', ...found, wait };
}

/** Agents ask the kernel once a wait is long: the state of a stack's descriptor, where it is known for half of its waits. */
function knownDescriptors(stacks: readonly StackTime[]): ReadonlyMap<number, number> {
  const waits = new Map<number, number>();
  for (const { node, state, us } of stacks)
    if (state === threadState.native || state >= threadState.file) waits.set(node, (waits.get(node) ?? 0) + us);
  const known = stacks.filter(({ node, state, us }) => state >= threadState.file && us * 2 >= (waits.get(node) ?? 0));
  return new Map(known.map(({ node, state }) => [node, state]));
}

/** Reads and writes of a lag are a disk's where others of its calls prove one. */
function filesOnDisk(sums: Map<NamedWait, WaitSum>): ReadonlyMap<NamedWait, WaitSum> {
  const [disk, file] = [sums.get('disk'), sums.get('file')];
  if (disk === undefined || file === undefined || disk.us < DISK_SHARE * file.us) return sums;
  const most = disk.longestUs >= file.longestUs ? disk : file;
  const longest = { ...most.longest, wait: 'disk' as const };
  sums.delete('file');
  return sums.set('disk', { us: disk.us + file.us, busyUs: disk.busyUs + file.busyUs, longest, longestUs: most.longestUs });
}

/** Less time for the disk than this share of that for files is no proof that the files are on it. */
const DISK_SHARE = 0.1;

function isWork({ us, busyUs }: WaitSum): boolean {
  return busyUs * 2 > us;
}

function isOfFiles(wait: NamedWait): boolean {
  return wait === 'disk' || wait === 'file';
}

function shortForm(sum: WaitSum): CauseSentence {
  const { wait, call } = sum.longest;
  if (isWork(sum)) return ['shortBusyWith', words(isOfFiles(wait) ? 'waitFiles' : waitWords[wait])];
  return ['shortWaits', call === '' ? words(waitWords[wait]) : named(call)];
}

function sentence(sum: WaitSum, caller: CauseFrame | undefined): CauseSentence {
  const { wait, call } = sum.longest;
  const us = duration(sum.us);
  if (wait === 'binder' && call !== '') {
    return caller === undefined ? ['causeBinderCall', us, named(call)] : ['causeBinderCallBy', us, named(call), caller];
  }
  const [alone, called] = isOfFiles(wait) && isWork(sum) ? filesTexts : texts[wait];
  return caller === undefined ? [alone, us] : [called, us, caller];
}

/** Work with files more than waiting for them. */
const filesTexts = ['causeFiles', 'causeFilesBy'] as const;
