import type { ChangedState } from './state-changes.ts';

/** Bits of a task's state (Linux, include/linux/sched.h); those from 16 on changed between versions. */
const INTERRUPTIBLE = 1;
const UNINTERRUPTIBLE = 2;
const STOPPED = 4 | 8;
const DEAD = 16 | 32;
const REST = 64 | 128;
/** Highest state of the kernel, by version: it stands for a thread that was preempted. */
const PREEMPTED = 256 | 1_024 | 2_048 | 4_096;

/** The state in which a thread left its core. */
export function stateOff(state: number): ChangedState {
  if (state === 0) return 'ready';
  if (state < 0 || state > 0xffff) return 'unknown';
  if ((state & UNINTERRUPTIBLE) !== 0) return 'disk';
  if ((state & INTERRUPTIBLE) !== 0) return 'kernel';
  if ((state & STOPPED) !== 0) return 'suspended';
  if ((state & DEAD) !== 0) return 'ended';
  if ((state & REST) !== 0) return 'kernel';
  return (state & PREEMPTED) === 0 ? 'unknown' : 'ready';
}
