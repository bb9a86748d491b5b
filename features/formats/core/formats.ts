import type { ProfileWriter } from './export/profile-writer.ts';
import { fieldFormats } from './field-formats.ts';
import type { Beginning, ProfileReader } from './import/profile-reader.ts';

interface LoadedReader {
  /** By content; decides among formats. The endings decide where several do. */
  readonly looksLike: (begin: Beginning) => boolean;
  readonly read: ProfileReader;
}

interface Reading {
  /** Readers are many modules; a command that reads sessions waits for none. */
  readonly load: () => Promise<LoadedReader>;
  /** Recognised anywhere in a log, too, whose other lines the reader leaves out. */
  readonly isInLogs?: true;
  /** Facts of the file that a session lacks, or that are assumed. */
  readonly lost: string;
}

interface Writing {
  readonly load: () => Promise<ProfileWriter>;
  /** The file has lags; otherwise none need to be found. */
  readonly hasLags?: true;
  /** Facts of the session that the file lacks. */
  readonly lost: string;
}

export interface Format {
  /** For `--to`. */
  readonly id: string;
  readonly label: string;
  /** In lower case with the dot; the first is the usual one. */
  readonly endings: readonly string[];
  readonly reading?: Reading;
  readonly writing?: Writing;
}

/** All foreign formats, by which docs, usage and menus are made. Earlier ones win where several recognise a file. */
export const formats: readonly Format[] = [
  ...fieldFormats,
  {
    id: 'speedscope',
    label: 'speedscope',
    endings: ['.speedscope.json'],
    reading: {
      load: async () => {
        const { looksLikeSpeedscope: looksLike, readSpeedscope: read } = await import('./speedscope/read.ts');
        return { looksLike, read };
      },
      lost: 'profiles of memory; states of threads are unknown',
    },
    writing: {
      load: async () => (await import('./speedscope/write.ts')).writeSpeedscope,
      lost: 'states, locks, lines of calls, memory, marks; speedscope itself shows no messages',
    },
  },
  {
    id: 'systrace',
    label: 'systrace, atrace',
    endings: ['.systrace', '.ftrace'],
    reading: {
      load: async () => {
        const { looksLikeSystrace: looksLike, readSystrace: read } = await import('./systrace/read.ts');
        return { looksLike, read };
      },
      lost: 'as of Perfetto’s traces of phones; frames of the display',
    },
  },
  {
    id: 'folded',
    label: 'folded stacks',
    endings: ['.folded', '.collapsed'],
    reading: {
      load: async () => {
        const { looksLikeFolded: looksLike, readFolded: read } = await import('./folded/read.ts');
        return { looksLike, read };
      },
      lost: 'nothing; times are assumed, so there are no lags',
    },
    writing: { load: async () => (await import('./folded/write.ts')).writeFolded, lost: 'all but threads and the time in each stack' },
  },
  {
    id: 'pprof',
    label: 'pprof',
    endings: ['.pb.gz', '.pprof', '.pb'],
    reading: {
      load: async () => {
        const { looksLikePprof: looksLike, readPprof: read } = await import('./pprof/read.ts');
        return { looksLike, read };
      },
      lost: 'values other than one of time; lags, unless samples have times; profiles of memory',
    },
    writing: { load: async () => (await import('./pprof/write.ts')).writePprof, lost: 'all but threads, lines and the time in each stack' },
  },
  {
    id: 'perfetto',
    label: 'Perfetto’s trace',
    endings: ['.pftrace', '.perfetto-trace'],
    reading: {
      load: async () => {
        const { looksLikePerfetto: looksLike, readPerfetto: read } = await import('./perfetto/read.ts');
        return { looksLike, read };
      },
      lost: 'other processes’ states, trace sections and frames; wakers, heap profiles, logs; most counters, arrows, arguments, instant events',
    },
    writing: {
      load: async () => (await import('./perfetto/write.ts')).writePerfetto,
      hasLags: true,
      lost: 'screens, iOS’ blocking calls, allocations, logs, records of the system, facts of marks',
    },
  },
  {
    id: 'art-trace',
    label: 'ART’s method traces',
    endings: ['.trace'],
    reading: {
      load: async () => {
        const { looksLikeArtTrace: looksLike, readArtTrace: read } = await import('./art-trace/read.ts');
        return { looksLike, read };
      },
      lost: 'lines of calls, which a trace lacks; counts of allocations',
    },
  },
  {
    id: 'simpleperf',
    label: 'simpleperf’s report-sample',
    endings: ['.trace', '.txt'],
    reading: {
      load: async () => {
        const { looksLikeSimpleperf: looksLike, readSimpleperf: read } = await import('./perf/simpleperf.ts');
        return { looksLike, read };
      },
      lost: 'samples of other events than one; errors of unwinding',
    },
  },
  {
    id: 'perf-script',
    label: 'text of perf script',
    endings: ['.perf', '.txt'],
    reading: {
      load: async () => {
        const { looksLikePerfScript: looksLike, readPerfScript: read } = await import('./perf/script-text.ts');
        return { looksLike, read };
      },
      lost: 'samples of other events than one; addresses, lines',
    },
  },
  {
    id: 'cpuprofile',
    label: 'V8’s .cpuprofile',
    endings: ['.cpuprofile'],
    reading: {
      load: async () => {
        const { looksLikeCpuProfile: looksLike, readCpuProfile: read } = await import('./v8/read.ts');
        return { looksLike, read };
      },
      lost: 'costs of lines; lines are those where functions begin',
    },
    writing: { load: async () => (await import('./v8/write.ts')).writeCpuProfile, lost: 'all but the stacks of the main thread over time' },
  },
  {
    id: 'firefox',
    label: 'Firefox Profiler',
    endings: ['.firefox.json'],
    reading: {
      load: async () => {
        const { looksLikeFirefox: looksLike, readFirefox: read } = await import('./firefox/read.ts');
        return { looksLike, read };
      },
      lost: 'counters, most markers, states; one session for all processes',
    },
    writing: {
      load: async () => (await import('./firefox/write.ts')).writeFirefox,
      hasLags: true,
      lost: 'states other than work and waits by CPU time; locks, memory; Laglens’ messages are markers',
    },
  },
  {
    id: 'flutter',
    label: 'exports of Flutter’s DevTools and answers of the Dart VM',
    endings: ['.json'],
    reading: {
      load: async () => {
        const { looksLikeFlutter: looksLike, readFlutter: read } = await import('./flutter/read.ts');
        return { looksLike, read };
      },
      lost: 'screens other than Performance and CPU Profiler; counts of rebuilds; tags of samples',
    },
  },
  {
    id: 'chrome-trace',
    label: 'Chrome’s trace, Hermes’ profile',
    endings: ['.trace.json'],
    reading: {
      load: async () => {
        const { looksLikeTrace: looksLike, readTrace: read } = await import('./chrome/read.ts');
        return { looksLike, read };
      },
      lost: 'counters, arrows, most instant events, arguments of events',
    },
    writing: {
      load: async () => (await import('./chrome/write.ts')).writeTrace,
      hasLags: true,
      lost: 'messages, states, locks, lines of calls, memory, marks',
    },
  },
];
