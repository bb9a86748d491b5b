/** Field numbers of Perfetto's protos/perfetto/trace. A trace is a list of packets. */
export const TRACE_PACKET = 1;

export const packetField = {
  ftraceEvents: 1,
  processTree: 2,
  clockSnapshot: 6,
  timestamp: 8,
  sequence: 10,
  trackEvent: 11,
  internedData: 12,
  sequenceFlags: 13,
  ftraceStats: 34,
  isCleared: 41,
  droppedBefore: 42,
  processDescriptor: 43,
  threadDescriptor: 44,
  packages: 47,
  compressed: 50,
  streamingProfile: 54,
  clock: 58,
  defaults: 59,
  trackDescriptor: 60,
  perfSample: 66,
  frameTimeline: 76,
  zstdCompressed: 133,
  stackSample: 135,
} as const;

/** TracePacket.SequenceFlags. */
export const sequenceFlag = { cleared: 1, needsState: 2 } as const;

/** trace_packet_defaults.proto. */
export const defaultsField = {
  trackEvent: 11,
  perfSample: 12,
  clock: 58,
  timebase: 1,
  frequency: 2,
  period: 1,
  counter: 4,
  timebaseName: 10,
  stackSample: 100,
} as const;

/** The timebase of Laglens' own samples: the time in each stack, whether the thread runs or waits. */
export const WALL_TIMEBASE = 'wall';

/** track_event.proto. */
export const eventField = {
  deltaUs: 1,
  categoryIid: 3,
  annotations: 4,
  type: 9,
  nameIid: 10,
  track: 11,
  absoluteUs: 16,
  category: 22,
  name: 23,
  counter: 30,
  doubleCounter: 44,
} as const;

/** Fields of events that are left out on purpose: clocks of threads, arrows, arguments of Chromium's own kinds, stacks of single events. */
export const leftOfEvents: ReadonlySet<number> = new Set([
  ...[2, 5, 6, 7, 8, 12, 17, 20, 21, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34, 35, 36, 38, 39, 40, 41, 42, 43, 45, 46, 47, 48, 49, 50, 51],
  ...[52, 53, 54, 55, 56, 57],
]);

/** debug_annotation.proto. */
export const annotationField = { nameIid: 1, uint: 3, whole: 4, text: 6, name: 10 } as const;

export const eventType = { begin: 1, end: 2, instant: 3, counter: 4 } as const;

/** track_descriptor.proto. */
export const trackField = { uuid: 1, name: 2, process: 3, thread: 4, parent: 5, counter: 8, staticName: 10, atraceName: 13 } as const;
/** process_descriptor.proto. */
export const processField = { pid: 1, commandLine: 2, name: 6 } as const;
/** thread_descriptor.proto. */
export const threadField = { pid: 1, tid: 2, name: 5, referenceUs: 6 } as const;
/** counter_descriptor.proto. */
export const counterField = { unit: 3, multiplier: 4 } as const;

/** interned_data.proto. */
export const internedField = {
  categories: 1,
  eventNames: 2,
  annotationNames: 3,
  functionNames: 5,
  frames: 6,
  callstacks: 7,
  buildIds: 16,
  mappingPaths: 17,
  sourcePaths: 18,
  mappings: 19,
  sampleTasks: 48,
  sampleCounters: 50,
} as const;

/** profile_common.proto. */
export const textField = { iid: 1, text: 2 } as const;
export const frameField = { iid: 1, functionName: 2, mapping: 3, address: 4, sourcePath: 5, line: 6 } as const;
export const mappingField = { iid: 1, buildId: 2, start: 4, end: 5, paths: 7 } as const;
export const callstackField = { iid: 1, frames: 2 } as const;

/** profile_packet.proto. */
export const streamingField = { callstacks: 1, deltasUs: 2 } as const;
export const sampleField = { cpu: 1, pid: 2, tid: 3, callstack: 4, skipped: 18, unwindError: 16 } as const;

/** stack_sample.proto, inline_callstack.proto. */
export const stackSampleField = {
  task: 1,
  taskIid: 2,
  callstack: 5,
  callstackIid: 6,
  unwindError: 7,
  unwindErrorIid: 8,
  counter: 9,
  counterIid: 10,
  weight: 11,
} as const;
export const sampleDefaultsField = { counter: 2 } as const;
export const sampleTaskField = { iid: 1, pid: 2, tid: 3 } as const;
export const sampleCounterField = { iid: 1, unit: 3, unitText: 4, multiplier: 5 } as const;
/** StackSample.Unit. */
export const sampleUnit = { unknown: 0, nanoseconds: 1, cycles: 2, instructions: 3, count: 9 } as const;
export const inlineStackField = { frames: 1 } as const;
export const inlineFrameField = { functionName: 1, sourceFile: 2, line: 3 } as const;

/** packages_list.proto. */
export const packagesField = { packages: 1, name: 1 } as const;

/** clock_snapshot.proto. */
export const snapshotField = { clocks: 1, primary: 2 } as const;
export const clockField = { id: 1, timestamp: 2, isIncremental: 3, unitNs: 4 } as const;
/** builtin_clock.proto. */
export const builtinClock = { realtime: 1, monotonic: 3, monotonicRaw: 5, boottime: 6 } as const;
