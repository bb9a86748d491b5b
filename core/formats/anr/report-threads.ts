import type { DumpFrame } from '../../analysis/exit-traces/dump-frames.ts';
import type { DumpThread } from '../../analysis/exit-traces/dump-threads.ts';
import { plainStatus } from '../../analysis/exit-traces/thread-headers.ts';
import { channelState, isFrozenChannel } from '../../analysis/exit-traces/waiting-channels.ts';
import type { ReportThread } from '../field/field-report.ts';
import { type StackTables, uuidBytes } from '../field/native-frames.ts';
import type { FrameFacts } from '../import/frame-table.ts';
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
  const images = new TraceImages(tables);
  return threads.map((thread, at) => {
    const { name, tid, group, lock, owner } = thread;
    let stack = 0;
    for (const frame of framesOf(thread)
      .map((each) => images.frame(each))
      .toReversed())
      stack = tables.stack(stack, tables.frame(frame));
    return {
      name,
      tid,
      isMain: at === main,
      group,
      stacks: stack === 0 ? [] : [{ stack, weight: 1 }],
      state: stateOf(thread),
      waitsFor: lock && { kind: lock.isMonitor ? 'monitor' : 'objectWait', object: lock.object, owner },
    };
  });
}

/** The kernel's function is the innermost one of a thread without a stack, and of a frozen one, whose stack says nothing of the wait. */
function framesOf({ frames, channel }: DumpThread): readonly DumpFrame[] {
  return channel !== '' && (frames.length === 0 || isFrozenChannel(channel)) ? [{ function: channel }, ...frames] : frames;
}

/** Native libraries of one trace, each declared once. */
export class TraceImages {
  readonly #tables: StackTables;
  readonly #known = new Map<string, number>();

  constructor(tables: StackTables) {
    this.#tables = tables;
  }

  frame({ native, ...frame }: DumpFrame): FrameFacts {
    return native === undefined ? frame : { ...frame, image: this.#of(native.path, native.buildId), address: native.address };
  }

  #of(path: string, buildId: string): number {
    const key = `${buildId}\n${path}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const image = this.#tables.image({ path, buildId: uuidBytes(buildId) });
    this.#known.set(key, image);
    return image;
  }
}

/** The runtime's state says more than the kernel's, except for native code. */
function stateOf({ status, frames, channel }: DumpThread): SampleState | undefined {
  const plain = plainStatus(status);
  const isManaged = plain !== '' && plain !== 'native';
  if (isManaged && frames.find(({ native }) => native === undefined)?.function === 'park' && plain !== 'runnable') return 'parked';
  const byRuntime = states.get(plain) ?? (/^waiting(?:for|performing)/.test(plain) ? 'runtime' : undefined);
  return isManaged && byRuntime !== undefined ? byRuntime : (channelState(channel) ?? byRuntime);
}
