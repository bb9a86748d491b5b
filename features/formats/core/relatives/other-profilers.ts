import { phrase } from '../../../../core/text/phrase.ts';
import { hasKeys } from '../text/json-outline.ts';
import { beginsWith, firstLines, hasAll, type Relative } from './relative.ts';

/** Files of tools whose own converters write a format that Laglens reads. */
export const otherProfilers: readonly Relative[] = [
  {
    is: phrase`a timeline recording of Safari’s Web Inspector`,
    next: phrase`Open it in Web Inspector, or record the app with Instruments’ Time Profiler.`,
    matches: ({ json }) =>
      hasAll(json, 'recording') && (hasAll(json, 'overview') || hasKeys(json, 'recording', ['instrumentTypes', 'records'])),
  },
  {
    is: phrase`a recording of perf (perf.data)`,
    next: phrase`Convert it where it was recorded: \`perf script -i FILE > perf.txt\`, or simpleperf’s \`report-sample --protobuf --show-callchain -i FILE -o out.pb\`.`,
    matches: (begin) => beginsWith(begin, 'PERFILE2') || beginsWith(begin, 'PERFFILE'),
  },
  {
    is: phrase`a recording of Java Flight Recorder`,
    next: phrase`Convert it with async-profiler’s \`jfrconv FILE out.pb.gz\`.`,
    matches: (begin) => beginsWith(begin, 'FLR\0'),
  },
  {
    is: phrase`a trace of .NET`,
    next: phrase`Convert it: \`dotnet-trace convert --format Speedscope FILE\`.`,
    matches: (begin) => beginsWith(begin, 'Nettrace'),
  },
  {
    is: phrase`an execution trace of Go`,
    next: phrase`Take a CPU profile instead, or convert it: \`go tool trace -pprof=sched FILE > out.pb.gz\`.`,
    matches: (begin) => /^go 1\.\d{1,3} trace\0/.test(begin.text.slice(0, 32)),
  },
  {
    is: phrase`a CPU profile of gperftools`,
    next: phrase`Convert it with its program: \`pprof -proto PROGRAM FILE > out.pb.gz\`.`,
    // Words 0, 3, 0: https://gperftools.github.io/gperftools/cpuprofile-fileformat.html
    matches: ({ bytes }) => bytes.length >= 24 && bytes.subarray(0, 24).every((byte, at) => byte === (at === 8 ? 3 : 0)),
  },
  {
    is: phrase`a profile of gperftools as text with its symbols`,
    next: phrase`Convert it: \`pprof -proto FILE > out.pb.gz\`.`,
    matches: (begin) => /^--- ?(?:symbolz?|profile|contentionz?|mutex|heap|growth)\b/.test(begin.text.slice(0, 64)),
  },
  {
    is: phrase`a profile of stackprof`,
    next: phrase`Convert it: \`stackprof --stackcollapse FILE > out.folded\`.`,
    // Ruby's Marshal 4.8 of a hash, or JSON.
    matches: (begin) =>
      hasAll(begin.json, 'frames', 'gc_samples') || (beginsWith(begin, '\x04\x08{') && begin.text.slice(0, 64).includes('version')),
  },
  {
    is: phrase`a log of V8 (\`--prof\`), or what \`--prof-process\` made of it`,
    next: phrase`Record with \`node --cpu-prof\`, which writes a \`.cpuprofile\`.`,
    matches: (begin) =>
      firstLines(begin, 2).some((line) => /^(?:v8-version|v8-platform|shared-library|code-creation),/.test(line)) ||
      hasAll(begin.json, 'code', 'functions', 'ticks'),
  },
  {
    is: phrase`a profile of Callgrind or Xdebug, which counts instructions or calls without their times`,
    next: phrase`Open it in KCachegrind, or record a trace with times.`,
    matches: (begin) => {
      const lines = firstLines(begin, 20);
      return lines.some((line) => /^(?:# callgrind format|creator: (?:callgrind|xdebug|cachegrind))/i.test(line));
    },
  },
  {
    is: phrase`output of bpftrace or DTrace`,
    next: phrase`Fold it with FlameGraph’s \`stackcollapse-bpftrace.pl\` or \`stackcollapse.pl\`, which write folded stacks.`,
    matches: ({ text }) => {
      const begin = text.slice(0, 16_384);
      return /^@[\w]{0,40}\[$/m.test(begin) || /^ {4,40}[\w.+-]{1,100}`[^\s`]{1,300}\+0x[\da-f]{1,16}$/m.test(begin);
    },
  },
  {
    is: phrase`a profile of React’s developer tools, which times components and has no stacks`,
    next: phrase`Record a CPU profile of Hermes or Chrome instead.`,
    matches: ({ json }) => hasAll(json, 'dataForRoots'),
  },
  {
    is: phrase`a list of network requests (HAR)`,
    next: phrase`Record a performance profile in the same tool, and save that.`,
    matches: ({ json }) => hasKeys(json, 'log', ['entries']) && hasKeys(json, 'log', ['creator', 'version']),
  },
  {
    is: phrase`a net log of Chrome, which has requests and no stacks`,
    next: phrase`Record a performance profile in Chrome’s developer tools.`,
    matches: ({ json }) => hasKeys(json, 'constants', ['logEventTypes', 'timeTickOffset']),
  },
  {
    is: phrase`a report of Lighthouse`,
    next: phrase`Record a performance profile in Chrome’s developer tools.`,
    matches: ({ json }) => hasAll(json, 'lighthouseVersion'),
  },
  {
    is: phrase`a list of results of AndroidX Benchmark`,
    next: phrase`Open the traces (\`.perfetto-trace\`) that the benchmark wrote beside it.`,
    matches: ({ json }) => hasAll(json, 'benchmarks', 'context'),
  },
  {
    is: phrase`a diagnostic report of Node.js, which is a moment without times`,
    next: phrase`Record with \`node --cpu-prof\`.`,
    matches: ({ json }) => hasAll(json, 'header', 'javascriptStack'),
  },
  {
    is: phrase`a crash report of another tool`,
    next: phrase`Export the crash in Apple’s form (\`.ips\`, \`.crash\`), KSCrash’s or Android’s (tombstone, ANR trace).`,
    matches: ({ json }) =>
      hasAll(json, 'binary_images') ||
      hasKeys(json, 'crash', ['backtrace', 'stacktrace']) ||
      hasKeys(json, 'exceptions', ['frames', 'stacktrace']) ||
      hasKeys(json, 'exception', ['values', 'stacktrace', 'frames']) ||
      hasKeys(json, 'crash_info', ['crashing_thread', 'type']) ||
      (hasKeys(json, 'threads', ['frames']) && hasAll(json, 'type')),
  },
];
