import { lakeQuestions } from '../../features/lake/core/questions.ts'; // features/lake

interface CommandCall {
  readonly args: readonly string[];
  /** Files that it writes. */
  readonly files?: readonly string[];
}

const commands = ['devices', 'record', 'report', 'convert', 'symbolicate', 'diagnose', 'addr2line', 'retrace'];
const endings = ['speedscope.json', 'folded', 'pprof', 'perfetto-trace', 'cpuprofile', 'firefox.json', 'trace.json'] as const;
const checkFormats = [
  ['--junit', 'c.xml'],
  ['--sarif', 'c.sarif'],
  ['--gitlab', 'c.json'],
  ['--markdown', 'c.md'],
] as const;
const pair = ['before.laglens', 'after.laglens'] as const;

/** Each once, in this order. Later ones read what earlier ones wrote. */
export const calls: readonly CommandCall[] = [
  call('--help'),
  ...commands.map((command) => call(command, '--help')),
  call('check', '--help'), // features/budgets
  call('diff', '--help'), // features/compare
  call('lake', '--help'), // features/lake
  call('verify', '--help'), // features/verify
  ...['sample', 'before', 'noise', 'frames'].flatMap((session) => [
    call('report', `${session}.laglens`),
    call('report', `${session}.laglens`, '--json'),
  ]),
  call('report', 'sample.laglens', '--tree', '--threshold', '50ms'),
  call('report', 'sample.laglens', '--messages'),
  call('report', 'sample.laglens', '--threads-at', '3.2'),
  call('report', 'after.laglens', '--baseline', 'before.laglens'),
  call('report', 'after.laglens', '--baseline', 'before.laglens', '--json'),
  call('report', 'nothing.laglens'),
  ...endings.flatMap((ending) => [
    { ...call('convert', 'sample.laglens', `out.${ending}`), files: [`out.${ending}`] },
    call('report', `out.${ending}`, '--json'),
  ]),
  { ...call('convert', 'out.perfetto-trace', 'back.laglens'), files: ['back.laglens'] },
  call('diff', ...pair), // features/compare
  call('diff', ...pair, '--json'), // features/compare
  call('diff', ...pair, '--markdown'), // features/compare
  { ...call('diff', ...pair, '--html', 'diff.html'), files: ['diff.html'] }, // features/compare
  call('diff', 'before.laglens', 'after.laglens', '--before', 'noise.laglens', '--after', 'sample.laglens'), // features/compare
  call('check', 'after.laglens', '--baseline', 'before.laglens'), // features/budgets
  call('check', 'after.laglens', '--baseline', 'before.laglens', '--json'), // features/budgets
  call('check', 'after.laglens', '--baseline', 'before.laglens', '--github'), // features/budgets
  { ...call('check', ...pair, ...checkFormats.flat()), files: checkFormats.map(([, file]) => file) }, // features/budgets
  { ...call('symbolicate', 'sample.laglens', '-o', 'named.laglens'), files: ['named.laglens'] },
  call('retrace', 'mapping.txt', 'trace.txt'),
  call('lake', 'add', 'fleet', 'before.laglens', '--app-version', '1.0'), // features/lake
  call('lake', 'add', 'fleet', 'after.laglens', 'noise.laglens', '--app-version', '1.1'), // features/lake
  ...lakeQuestions.map(({ name }) => call('lake', 'query', 'fleet', name, '--json')), // features/lake
  { ...call('lake', 'query', 'fleet', '--html', 'lake.html'), files: ['lake.html'] }, // features/lake
];

function call(...args: readonly string[]): CommandCall {
  return { args };
}
