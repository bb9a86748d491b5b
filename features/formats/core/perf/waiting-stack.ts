import { namePartsOf } from '../import/frame-names.ts';
import type { FrameFacts } from '../import/frame-table.ts';

/** A frame's word on a thread that has left its CPU. */
export type FrameRole = 'kernel' | 'native' | 'managed' | 'poll';

export interface PlacedFrame {
  /** The stack that ends in the frame. */
  readonly stack: number;
  readonly role: FrameRole;
}

/** The native half of Android's wait for the next message: compiled code calls it without a frame of Java. */
const POLL = 'android::android_os_MessageQueue_nativePollOnce(';

/** A name of perf or simpleperf -> a frame. */
export function perfFrame(name: string, isManaged = false): FrameFacts {
  if (name.startsWith(POLL)) return { class: 'android.os.MessageQueue', function: 'nativePollOnce' };
  return namePartsOf(name, { isManaged });
}

/** @param path of the frame's file, as perf and simpleperf name it */
export function frameRole({ class: owner = '', function: name }: FrameFacts, path: string): FrameRole {
  if (path.startsWith('[kernel') || path.startsWith('[guest.kernel') || path.endsWith('.ko') || path.endsWith('vmlinux')) return 'kernel';
  if (owner === '') return 'native';
  return owner === 'android.os.MessageQueue' && name === 'nativePollOnce' ? 'poll' : 'managed';
}

/**
 * The stack of a thread off its CPU: without the kernel's innermost functions, which switch threads. Native code of Android's looper is
 * left out, too: its wait for the next message is known by `nativePollOnce`.
 * @param frames innermost first; at least one
 */
export function waitingStack(frames: Iterable<PlacedFrame>): number {
  let [first, outsideKernel] = [0, 0];
  for (const { stack, role } of frames) {
    if (first === 0) first = stack;
    if (role === 'poll') return stack;
    if (role !== 'kernel' && outsideKernel === 0) outsideKernel = stack;
    if (role === 'managed') break;
  }
  return outsideKernel || first;
}
