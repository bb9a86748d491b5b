import type { DumpFrame } from '../../../../core/analysis/exit-traces/dump-frames.ts';

/** Frames of the looper's wait below Java's ones. */
const MOST_NATIVE = 12;

/** True for a stack of a looper that waits for its next message: the dump came too late, or main was never late. */
export function isIdleLooper(frames: readonly DumpFrame[]): boolean {
  const [innermost] = frames;
  if (innermost === undefined) return false;
  const polls = innermost.function.includes('epoll_');
  const java = frames.find((frame) => frame.native === undefined && frame.class !== undefined);
  if (java?.class === 'android.os.MessageQueue' && java.function === 'nativePollOnce') return polls || innermost === java;
  return polls && frames.slice(0, MOST_NATIVE).some((frame) => frame.function.includes('pollInner'));
}
