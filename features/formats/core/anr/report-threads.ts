import type { DumpFrame } from '../../../../core/analysis/exit-traces/dump-frames.ts';
import type { DumpThread } from '../../../../core/analysis/exit-traces/dump-threads.ts';
import { plainStatus } from '../../../../core/analysis/exit-traces/thread-headers.ts';
import { channelState, isFrozenChannel } from '../../../../core/analysis/exit-traces/waiting-channels.ts';
import { DumpImages } from '../field/dump-images.ts';
import type { ReportThread } from '../field/field-report.ts';
import type { StackTables } from '../field/native-frames.ts';
import type { SampleState } from '../import/session-builder.ts';

/** Names of art/runtime/thread_state.h, of Crashlytics and Play Console, and of Dalvik, in small letters without blanks. */
const states: ReadonlyMap<string, SampleState> = new Map([
  ['runnable', 'running'],
  ['running', 'running'],
  ['blocked', 'monitor'],
  ['monitor', 'monitor'],
  ['waiting', 'objectWait'],
  ['wait', 'objectWait'],
  ['timedwaiting', 'objectWait'],
  ['timedwait', 'objectWait'],
  ['sleeping', 'sleeping'],
  ['native', 'native'],
  ['suspended', 'suspended'],
]);

/** @param main index in the threads, -1 if unknown */
export function reportThreads(threads: readonly DumpThread[], main: number, tables: StackTables): readonly ReportThread[] {
  const images = new DumpImages(tables);
  const shown = threads.map((thread, at): ReportThread => {
    const { name, tid, group, lock, owner } = thread;
    const stack = images.stack(framesOf(thread));
    return {
      name,
      tid,
      isMain: at === main,
      group,
      // Of a thread with a channel the time is known, even if its place is not.
      stacks: stack === 0 && thread.channel === undefined ? [] : [{ stack, weight: 1 }],
      state: stateOf(thread) ?? (stack === 0 ? 'native' : undefined),
      waitsFor: lock && { kind: lock.isMonitor ? 'monitor' : 'objectWait', object: lock.object, owner },
      ...rowOf(thread),
    };
  });
  return [...shown, ...threads.flatMap((thread) => creationOf(thread, images))];
}

/** Rows that are no threads. */
function rowOf({ kind, name, group, status }: DumpThread): Partial<ReportThread> {
  if (kind === undefined) return {};
  const about = [kind, kind === 'coroutine' ? status : '', group].filter((each) => each !== '').join(', ');
  return kind === 'coroutine' ? { name: `coroutine ${name}`, group: about, noun: 'coroutines' } : { group: about, noun: 'virtual threads' };
}

/** A coroutine never runs the stack in which it was created. */
function creationOf({ name, created }: DumpThread, images: DumpImages): readonly ReportThread[] {
  const stack = images.stack(created);
  if (stack === 0) return [];
  const row = { name: `creation of ${name}`, tid: 0, isMain: false, group: 'stack at a coroutine’s creation' };
  return [{ ...row, stacks: [{ stack, weight: 1 }], state: 'suspended', noun: 'stacks of coroutines’ creation' }];
}

/** The kernel's function is the innermost one of a thread without a stack, and of a frozen one, whose stack says nothing of the wait. */
function framesOf({ frames, channel: place }: DumpThread): readonly DumpFrame[] {
  const channel = place?.channel ?? '';
  return channel !== '' && (frames.length === 0 || isFrozenChannel(channel)) ? [{ function: channel }, ...frames] : frames;
}

/** A thread's state by the runtime, as written in any case: `TIMED_WAITING`. */
export function stateOfRuntime(status: string): SampleState | undefined {
  const plain = plainStatus(status);
  return states.get(plain) ?? (/^waiting(?:for|performing)/.test(plain) ? 'runtime' : undefined);
}

/** The runtime's state says more than the kernel's, except for native code. */
function stateOf({ kind, status, frames, channel }: DumpThread): SampleState | undefined {
  const plain = plainStatus(status);
  // A coroutine runs on a thread, whose state it is; one without a thread waits.
  if (kind === 'coroutine') return plain.startsWith('running') ? 'native' : 'parked';
  const isManaged = plain !== '' && plain !== 'native';
  if (isManaged && frames.find(({ native }) => native === undefined)?.function === 'park' && plain !== 'runnable') return 'parked';
  if (plain === 'timedwaiting' && frames[0]?.function.startsWith('sleep') === true) return 'sleeping';
  const byRuntime = stateOfRuntime(status);
  const byKernel = channel === undefined ? undefined : channelState(channel);
  return isManaged && byRuntime !== undefined ? byRuntime : (byKernel ?? byRuntime);
}
