import { looksLikeTrace, readTrace } from './chrome/read.ts';
import { writeTrace } from './chrome/write.ts';
import type { ProfileWriter } from './export/profile-writer.ts';
import { fieldFormats } from './field-formats.ts';
import { looksLikeFirefox, readFirefox } from './firefox/read.ts';
import { writeFirefox } from './firefox/write.ts';
import { looksLikeFolded, readFolded } from './folded/read.ts';
import { writeFolded } from './folded/write.ts';
import type { Beginning, ProfileReader } from './import/profile-reader.ts';
import { looksLikePerfetto, readPerfetto } from './perfetto/read.ts';
import { writePerfetto } from './perfetto/write.ts';
import { looksLikePprof, readPprof } from './pprof/read.ts';
import { writePprof } from './pprof/write.ts';
import { looksLikeSpeedscope, readSpeedscope } from './speedscope/read.ts';
import { writeSpeedscope } from './speedscope/write.ts';
import { looksLikeCpuProfile, readCpuProfile } from './v8/read.ts';
import { writeCpuProfile } from './v8/write.ts';

interface Reading {
  /** By content; decides among formats. The endings decide where several do. */
  readonly looksLike: (begin: Beginning) => boolean;
  readonly read: ProfileReader;
  /** Facts of the file that a session lacks, or that are assumed. */
  readonly lost: string;
}

interface Writing {
  readonly write: ProfileWriter;
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
    reading: { looksLike: looksLikeSpeedscope, read: readSpeedscope, lost: 'profiles of memory; states of threads are unknown' },
    writing: { write: writeSpeedscope, lost: 'states, locks, lines of calls, memory, marks; speedscope itself shows no messages' },
  },
  {
    id: 'folded',
    label: 'folded stacks',
    endings: ['.folded', '.collapsed'],
    reading: { looksLike: looksLikeFolded, read: readFolded, lost: 'nothing; times are assumed, so there are no lags' },
    writing: { write: writeFolded, lost: 'all but threads and the time in each stack' },
  },
  {
    id: 'pprof',
    label: 'pprof',
    endings: ['.pb.gz', '.pprof', '.pb'],
    reading: {
      looksLike: looksLikePprof,
      read: readPprof,
      lost: 'values other than one of time; lags, unless samples have times; profiles of memory',
    },
    writing: { write: writePprof, lost: 'all but threads, lines and the time in each stack' },
  },
  {
    id: 'perfetto',
    label: 'Perfetto’s trace',
    endings: ['.pftrace', '.perfetto-trace'],
    reading: {
      looksLike: looksLikePerfetto,
      read: readPerfetto,
      lost: 'other processes’ states, trace sections and frames; wakers, heap profiles, logs; most counters, arrows, arguments, instant events',
    },
    writing: { write: writePerfetto, hasLags: true, lost: 'states, locks, garbage collections, late frames, facts of marks' },
  },
  {
    id: 'cpuprofile',
    label: 'V8’s .cpuprofile',
    endings: ['.cpuprofile'],
    reading: { looksLike: looksLikeCpuProfile, read: readCpuProfile, lost: 'costs of lines; lines are those where functions begin' },
    writing: { write: writeCpuProfile, lost: 'all but the stacks of the main thread over time' },
  },
  {
    id: 'firefox',
    label: 'Firefox Profiler',
    endings: ['.firefox.json'],
    reading: {
      looksLike: looksLikeFirefox,
      read: readFirefox,
      lost: 'raw profiles are refused; counters, most markers, states; one session for all processes',
    },
    writing: { write: writeFirefox, hasLags: true, lost: 'states, locks, CPU times, memory; Laglens’ messages are markers' },
  },
  {
    id: 'chrome-trace',
    label: 'Chrome’s trace, Hermes’ profile',
    endings: ['.trace.json'],
    reading: { looksLike: looksLikeTrace, read: readTrace, lost: 'counters, arrows, most instant events, arguments of events' },
    writing: { write: writeTrace, hasLags: true, lost: 'messages, states, locks, lines of calls, memory, marks' },
  },
];
