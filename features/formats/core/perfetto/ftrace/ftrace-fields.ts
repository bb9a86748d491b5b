/** Field numbers of Perfetto's protos/perfetto/trace/ftrace: ftrace_event_bundle.proto. */
export const bundleField = { cpu: 1, event: 2, isAfterLoss: 3, compact: 4, clock: 5, ftraceNs: 6, bootNs: 7 } as const;

/** Fields of a bundle that say nothing of events: errors of the recorder, its progress, descriptions of events of other kinds. */
export const leftOfBundles: ReadonlySet<number> = new Set([8, 9, 10, 11, 512]);

/** CompactSched: columns of events; times are differences. */
export const compactField = {
  switchTime: 1,
  switchState: 2,
  switchThread: 3,
  name: 5,
  switchName: 6,
  wakingTime: 7,
  wakingThread: 8,
} as const;

/** Its columns that are left out: priorities, cores, flags, names of woken threads. */
export const leftOfColumns: ReadonlySet<number> = new Set([4, 9, 10, 11, 12]);

/** ftrace_event.proto. `tid` is the thread that ran when the event happened. */
export const ftraceField = {
  timestamp: 1,
  tid: 2,
  print: 3,
  switched: 4,
  wakeup: 17,
  blockedReason: 18,
  waking: 20,
  wakeupNew: 114,
  newTask: 235,
  rename: 236,
} as const;

/** ftrace.proto. */
export const printField = { text: 2 } as const;
/** sched.proto. */
export const switchField = { outName: 1, outTid: 2, outState: 4, inName: 5, inTid: 6 } as const;
export const wakingField = { name: 1, tid: 2 } as const;
export const blockedReasonField = { tid: 1, isForDisk: 3 } as const;
/** task.proto. */
export const newTaskField = { tid: 1, name: 2, cloneFlags: 3 } as const;
export const renameField = { tid: 1, name: 3 } as const;

/** FtraceClock of ftrace_event_bundle.proto. */
export const ftraceClock = { boottime: 0, global: 2, local: 3, monotonicRaw: 4 } as const;

/** ftrace_stats.proto. */
export const statsField = { phase: 1, ofCpu: 2 } as const;
export const cpuStatsField = { overrun: 3, commitOverrun: 4, dropped: 8 } as const;
