import type { Format } from './formats.ts';

/** Reports of apps on users' devices, which are only read. */
export const fieldFormats: readonly Format[] = [
  {
    id: 'matrix',
    label: 'reports of Matrix for iOS and KSCrash',
    endings: ['.json'],
    reading: {
      load: async () => {
        const { looksLikeMatrix: looksLike, readMatrix: read } = await import('./matrix/read.ts');
        return { looksLike, read };
      },
      lost: 'registers, memory; Matrix keeps no length of a block, KSCrash none of a deadlock',
    },
  },
  {
    id: 'trace-canary',
    label: 'issues of Matrix TraceCanary (Android)',
    endings: ['.json', '.log', '.txt'],
    reading: {
      load: async () => {
        const { looksLikeTraceCanary: looksLike, readTraceCanary: read } = await import('./trace-canary/read.ts');
        return { looksLike, read };
      },
      lost: 'methods are named by `methodMapping.txt` in its folder; an issue has no times of single calls',
    },
  },
  {
    id: 'metrickit',
    label: 'MetricKit diagnostics',
    endings: ['.json'],
    reading: {
      load: async () => {
        const { looksLikeMetricKit: looksLike, readMetricKit: read } = await import('./metrickit/read.ts');
        return { looksLike, read };
      },
      lost: 'numbers of crashes and disk writes; a payload has no order of stacks and no time of day',
    },
  },
  {
    id: 'ips',
    label: 'Apple’s crash reports, stackshots, spindumps and output of sample',
    endings: ['.ips', '.crash', '.hang', '.spin'],
    reading: {
      load: async () => {
        const { looksLikeIps: looksLike, readIps: read } = await import('./ips/read.ts');
        return { looksLike, read };
      },
      lost: 'registers, memory, other processes, the kernel’s frames; a spindump in heavy format and `sample` have no order of stacks',
    },
  },
  {
    id: 'instruments',
    label: 'exports of Apple’s Instruments',
    endings: ['.xml', '.txt'],
    reading: {
      load: async () => {
        const { looksLikeInstruments: looksLike, readInstruments: read } = await import('./instruments/read.ts');
        return { looksLike, read };
      },
      lost: 'cores, other tables and processes; a deep copy has no threads and no times; `.trace` bundles are read by `xcrun xctrace export` alone',
    },
  },
  {
    id: 'anr',
    label: 'thread dumps of Android (ANR traces), also of Crashlytics and Play Console',
    endings: ['.txt'],
    reading: {
      isInLogs: true,
      load: async () => {
        const { looksLikeAnr: looksLike, readAnr: read } = await import('./anr/read.ts');
        return { looksLike, read };
      },
      lost: 'other processes; held locks and scheduler facts of threads; of a bug report all but the last ANR',
    },
  },
  {
    id: 'jvm-dump',
    label: 'thread dumps of JVMs (jstack, jcmd, IntelliJ), dumps of Kotlin’s coroutines',
    endings: ['.tdump', '.txt', '.json'],
    reading: {
      load: async () => {
        const { looksLikeJvmDump: looksLike, readJvmDump: read } = await import('./jvm-dump/read.ts');
        return { looksLike, read };
      },
      lost: 'a moment without lengths; containers of threads, CPU times, ownable synchronizers, jobs’ parents',
    },
  },
  {
    id: 'tombstone',
    label: 'native crashes of Android (tombstones)',
    endings: ['.tombstone', '.pb', '.txt'],
    reading: {
      isInLogs: true,
      load: async () => {
        const { looksLikeTombstone: looksLike, readTombstone: read } = await import('./tombstone/read.ts');
        return { looksLike, read };
      },
      lost: 'registers, memory, open files, logs; all but the first crash',
    },
  },
  {
    id: 'java-crash',
    label: 'crashes of Java code (logcat, Crashlytics, Play Console)',
    endings: ['.txt', '.log'],
    reading: {
      isInLogs: true,
      load: async () => {
        const { looksLikeJavaCrash: looksLike, readJavaCrash: read } = await import('./java-crash/read.ts');
        return { looksLike, read };
      },
      lost: 'suppressed exceptions; of several causes the frames of the others',
    },
  },
  {
    id: 'ettrace',
    label: 'ETTrace',
    endings: ['.json'],
    reading: {
      load: async () => {
        const { looksLikeEttrace: looksLike, readEttrace: read } = await import('./ettrace/read.ts');
        return { looksLike, read };
      },
      lost: 'lines, which ETTrace cuts off; a file is one thread',
    },
  },
  {
    id: 'nanoscope',
    label: 'Nanoscope',
    endings: ['.txt', '.nanoscope'],
    reading: {
      load: async () => {
        const { looksLikeNanoscope: looksLike, readNanoscope: read } = await import('./nanoscope/read.ts');
        return { looksLike, read };
      },
      lost: 'its `.timer` and `.state` files; states, lines',
    },
  },
  {
    id: 'sentry',
    label: 'profiles of Sentry',
    endings: ['.json'],
    reading: {
      load: async () => {
        const { looksLikeSentry: looksLike, readSentry: read } = await import('./sentry/read.ts');
        return { looksLike, read };
      },
      lost: 'measurements; states; React Native’s JavaScript beside an Android profile',
    },
  },
];
