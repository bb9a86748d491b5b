/**
 * Functions of Apple's libsystem_kernel in which a thread waits, without leading underscores: locks and conditions (psynch, ulock), sleeps,
 * semaphores, other processes (mach_msg), events, workers without work. Files and sockets may be computing in the kernel.
 */
const APPLE_WAITS: ReadonlySet<string> = new Set([
  'psynch_mutexwait',
  'psynch_cvwait',
  'psynch_rw_rdlock',
  'psynch_rw_wrlock',
  'ulock_wait',
  'ulock_wait2',
  'semwait_signal',
  'semaphore_wait_trap',
  'semaphore_timedwait_trap',
  'semaphore_wait_signal_trap',
  'semaphore_timedwait_signal_trap',
  'mach_msg_trap',
  'mach_msg2_trap',
  'mach_msg_overwrite_trap',
  'kevent',
  'kevent64',
  'kevent_id',
  'kevent_qos',
  'workq_kernreturn',
  'sigsuspend',
  'wait4',
]);
const SUFFIX = '_nocancel';

/** True for an innermost function of an Apple system that waits, whatever calls it. */
export function isAppleWait(name: string): boolean {
  const bare = name.slice(0, 60).replace(/^_{1,3}/, '');
  return APPLE_WAITS.has(bare.endsWith(SUFFIX) ? bare.slice(0, -SUFFIX.length) : bare);
}
