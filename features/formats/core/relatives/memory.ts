import { phrase } from '../../../../core/text/phrase.ts';
import { hasKeys } from '../text/json-outline.ts';
import { beginsWith, hasAll, type Relative } from './relative.ts';

const RECORD_TIME = phrase`Record times instead: \`laglens record\`, or a CPU profile of the same tool.`;

/** Profiles of memory: they have no times. */
export const memoryProfiles: readonly Relative[] = [
  {
    is: phrase`a heap profile of V8, which counts memory and no time`,
    next: phrase`Record a CPU profile (\`.cpuprofile\`) instead.`,
    matches: ({ json }) => hasKeys(json, 'head', ['selfSize']),
  },
  {
    is: phrase`a heap snapshot of V8 or Hermes, which has objects and no times`,
    next: phrase`Record a CPU profile (\`.cpuprofile\`) instead.`,
    matches: ({ json }) => hasAll(json, 'snapshot', 'nodes', 'edges') || hasKeys(json, 'snapshot', ['trace_function_count']),
  },
  {
    is: phrase`a report of memory by Apple’s leaks, heap, vmmap or malloc_history, which has no times`,
    next: phrase`Take a report of times instead: \`sample\` or \`spindump\` of the process.`,
    matches: ({ text }) =>
      /^(?:Analysis Tool:.{0,500}\/(?:leaks|heap|vmmap|malloc_history|footprint)\s{0,5}$|leaks Report Version:)/m.test(
        text.slice(0, 16_384),
      ),
  },
  {
    is: phrase`a heap dump of Android or Java (hprof), which has objects and no times`,
    next: phrase`Open it in Android Studio, or record a CPU profile.`,
    matches: (begin) => beginsWith(begin, 'JAVA PROFILE 1.0.'),
  },
  {
    is: phrase`a heap profile of Valgrind’s DHAT, which counts memory and no time`,
    next: RECORD_TIME,
    matches: ({ json }) => hasAll(json, 'dhatFileVersion'),
  },
  {
    is: phrase`a heap profile of Valgrind’s Massif, which counts memory and no time`,
    next: RECORD_TIME,
    matches: (begin) => beginsWith(begin, 'desc: ') && /^snapshot=\d/m.test(begin.text.slice(0, 4_096)),
  },
  {
    is: phrase`a heap profile of pprof as text, which counts memory and no time`,
    next: RECORD_TIME,
    matches: (begin) => beginsWith(begin, 'heap profile:') || beginsWith(begin, 'heap_v2/'),
  },
];
