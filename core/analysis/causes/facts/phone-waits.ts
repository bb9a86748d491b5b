import type { CauseTextKey } from './cause-texts.ts';

/**
 * Functions of iOS that wait, by the words of their purpose: Apple's libsystem_pthread, libsystem_kernel and libdispatch. Those for any kind
 * of file (`select`, `poll`, `kevent`) have none.
 */
const purposes: readonly (readonly [words: CauseTextKey, functions: RegExp])[] = [
  ['waitLock', /^(?:pthread_mutex_lock|pthread_rwlock_(?:rd|wr)lock|os_unfair_lock_lock|psynch_mutexwait|psynch_rw_\w+|ulock_wait2?)$/],
  ['waitNotified', /^(?:pthread_cond_(?:timed)?wait(?:_relative_np)?|psynch_cvwait)$/],
  ['waitQueue', /^dispatch_sync(?:_f_slow)?$/],
  ['waitSemaphore', /^(?:dispatch_semaphore_wait(?:_slow)?|semaphore_(?:timed)?wait(?:_signal)?_trap)$/],
  ['waitTasks', /^dispatch_group_wait(?:_slow)?$/],
  ['waitBinder', /^mach_msg2?(?:_overwrite)?_trap$/],
  ['waitProcess', /^wait4$/],
  ['waitNetwork', /^(?:connect|accept|recvfrom|recvmsg|sendto|sendmsg)$/],
  [
    'waitFile',
    /^(?:open|openat|guarded_open_np|p?readv?|p?writev?|fsync|fcntl|flock|f?stat64|lstat64|fstatat64|getattrlist|getattrlistbulk|rename|unlink)$/,
  ],
];

/** Completes "waited for"; undefined without a single purpose. */
export function phoneWaitWords(name: string): CauseTextKey | undefined {
  const plain = name.replace(/^_+/, '').replace(/_nocancel$/, '');
  return purposes.find(([, functions]) => functions.test(plain))?.[0];
}
