import { looksLikeAnr, readAnr } from './anr/read.ts';
import { looksLikeEttrace, readEttrace } from './ettrace/read.ts';
import type { Format } from './formats.ts';
import { looksLikeIps, readIps } from './ips/read.ts';
import { looksLikeMatrix, readMatrix } from './matrix/read.ts';
import { looksLikeMetricKit, readMetricKit } from './metrickit/read.ts';
import { looksLikeNanoscope, readNanoscope } from './nanoscope/read.ts';
import { looksLikeTraceCanary, readTraceCanary } from './trace-canary/read.ts';

/** Reports of apps on users' devices, which are only read. */
export const fieldFormats: readonly Format[] = [
  {
    id: 'matrix',
    label: 'reports of Matrix for iOS and KSCrash',
    endings: ['.json'],
    reading: { looksLike: looksLikeMatrix, read: readMatrix, lost: 'registers, memory; Matrix keeps no length of a block' },
  },
  {
    id: 'trace-canary',
    label: 'issues of Matrix TraceCanary (Android)',
    endings: ['.json', '.log', '.txt'],
    reading: {
      looksLike: looksLikeTraceCanary,
      read: readTraceCanary,
      lost: 'frame rates, start-up times; methods are named by `methodMapping.txt` in its folder; an issue has no times of single calls',
    },
  },
  {
    id: 'metrickit',
    label: 'MetricKit diagnostics',
    endings: ['.json'],
    reading: {
      looksLike: looksLikeMetricKit,
      read: readMetricKit,
      lost: 'numbers of crashes and disk writes; a payload has no order of stacks and no time of day',
    },
  },
  {
    id: 'ips',
    label: 'Apple’s crash reports, stackshots and spindumps',
    endings: ['.ips', '.crash', '.hang', '.spin'],
    reading: {
      looksLike: looksLikeIps,
      read: readIps,
      lost: 'registers, memory, other processes, the kernel’s frames; a spindump in heavy format has no order of stacks',
    },
  },
  {
    id: 'anr',
    label: 'thread dumps of Android (ANR traces)',
    endings: ['.txt'],
    reading: { looksLike: looksLikeAnr, read: readAnr, lost: 'other processes; held locks and scheduler facts of threads' },
  },
  {
    id: 'ettrace',
    label: 'ETTrace',
    endings: ['.json'],
    reading: { looksLike: looksLikeEttrace, read: readEttrace, lost: 'lines, which ETTrace cuts off; a file is one thread' },
  },
  {
    id: 'nanoscope',
    label: 'Nanoscope',
    endings: ['.txt', '.nanoscope'],
    reading: { looksLike: looksLikeNanoscope, read: readNanoscope, lost: 'its `.timer` and `.state` files; states, lines' },
  },
];
