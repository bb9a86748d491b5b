/** How much of a kind of lag is the platform's own code. */
export interface PlatformParts {
  /** `native stand-in`: the platform's class runs, with native methods of ours where main spends the lag. `real`: without such. */
  readonly platform: 'real' | 'native stand-in';
  /** Parts of the platform that are ours. */
  readonly ours: readonly string[];
}

/** By `native/message_queue.c`. */
const looper: readonly string[] = ['MessageQueue.nativePollOnce', 'MessageQueue.nativeWake'];

/** `native/`, by kind. */
const androidNatives: Readonly<Record<string, readonly string[]>> = {
  frame: ['DisplayEventReceiver.nativeScheduleVsync'],
  // It calls the app without an InputEventReceiver.
  input: ['InputEventReceiver'],
  binder: ['BinderProxy.transactNative', 'Parcel.nativeWriteInt', 'Parcel.nativeReadInt'],
  preferences: ['FileDescriptor.sync', 'Linux.stat', 'Linux.chmod'],
};

/** Android's classes with the runtime's own `java.*`, which is OpenJDK's on a desktop JVM. */
export function androidParts(kind: string): PlatformParts {
  const natives = androidNatives[kind] ?? [];
  return { platform: natives.length === 0 ? 'real' : 'native stand-in', ours: [...looper, ...natives] };
}

/** By the loader (`tests/runtimes/mach-o-loader`). */
const runLoop: readonly string[] = ['CFRunLoop', 'UIApplication'];

/** The loader's functions, by kind; the other kinds compute in the app's machine code. */
const appleFunctions: Readonly<Record<string, readonly string[]>> = {
  lock: ['pthread_mutex_lock'],
  unfair: ['os_unfair_lock_lock'],
  file: ['pread'],
  storm: ['dispatch_async'],
  sync: ['dispatch_sync'],
  semaphore: ['dispatch_semaphore_wait'],
  group: ['dispatch_group_wait'],
  sleep: ['usleep'],
  readwrite: ['pthread_rwlock_rdlock'],
  condition: ['pthread_cond_timedwait_relative_np'],
  chain: ['pthread_mutex_lock', 'os_unfair_lock_lock'],
};

export function iosParts(kind: string): PlatformParts {
  const functions = appleFunctions[kind] ?? [];
  return { platform: functions.length === 0 ? 'real' : 'native stand-in', ours: [...runLoop, ...functions] };
}
