import type { systemFacts } from '../../core/facts/android/system-facts.ts';
import { listOf, numberOf } from '../../core/report/fact.ts';
import type { Seen } from '../../core/report/field-report.ts';
import { answering, type Difference, edited, fixed, type Part, printed, type Unshown, unless } from './difference.ts';

const ps = { program: 'ps', words: ['-A'] } as const;
const status = { program: 'cat', words: ['/proc/self/status'] } as const;
const isFolder = (path: string, code: number) => ({ program: '[', words: ['-d', path], code });

export const systemDifferences: Readonly<Record<keyof typeof systemFacts, Difference | Unshown>> = {
  'android.props.version': { unshown: 'Laglens refuses such a device before it asks' },
  'android.props.abis': { unshown: 'Laglens refuses such a device before it asks' },
  'android.props.abi-lists': {
    of: (seen) => abiLists({ '': listOf(seen, 'abis'), 64: listOf(seen, 'abis64'), 32: listOf(seen, 'abis32') }),
  },
  'android.props.bridge': { of: (seen) => foreignAbis(seen) },
  'android.props.characteristics': { of: (seen) => ({ properties: { 'ro.build.characteristics': listOf(seen, 'lines')[0] ?? '' } }) },
  'android.screen.keyguard': printed({ program: 'dumpsys', words: ['window', 'policy'] }),
  // The kernel is that of the report's device.
  'android.kernel.memory': {
    calls: status,
    of: (seen) => (seen.anonymous === true ? {} : answering({ ...status, find: /^RssAnon:.*\n/m, replacement: '' })),
  },
  'android.kernel.swap': {
    calls: status,
    of: (seen) => answering({ ...status, find: /^VmSwap:.*$/m, replacement: listOf(seen, 'lines')[0] ?? '' }),
  },
  'android.kernel.schedstat': printed({ program: 'cat', words: ['/proc/self/schedstat'] }),
  'android.kernel.page-size': {
    calls: { program: 'grep', words: ['/proc/self/smaps'] },
    of: (seen) => ({ pageBytes: numberOf(seen, 'bytes') }),
  },
  'android.users.current': printed({ program: 'am', words: ['get-current-user'] }),
  'android.users.list': printed({ program: 'pm', words: ['list', 'users'] }),
  'android.processes.columns': printed(ps),
  // Without users other than the shell.
  'android.processes.all-users': edited(ps, /^ *\d+ +(?!2000 )\d+ .*\n/gm, ''),
  'android.processes.whole-names': edited(ps, /(\S{15})\S+$/gm, '$1'),
  'android.processes.folders': unless({
    there: { is: true, otherwise: isFolder('/proc/1', 1) },
    absent: { is: false, otherwise: isFolder('/proc/4194303', 0) },
  }),
  'android.sockets.list': printed({ program: 'grep', words: ['/proc/net/unix'] }, 'stderr'),
  'android.process.command-line': fixed({ program: 'cat', words: [/^\/proc\/\d+\/cmdline$/] }, { stdout: 'other\0' }),
  'android.process.tracer': printed({ program: 'cat', words: [/^\/proc\/\d+\/status$/] }),
  'android.process.domain': printed({ program: 'cat', words: [/^\/proc\/\d+\/attr\/current$/] }),
  'android.process.program': printed({ program: 'readlink', words: [/^\/proc\/\d+\/exe$/] }),
};

export function abiLists(lists: Readonly<Record<string, readonly string[]>>): Part {
  const named = Object.entries(lists).map(([bits, abis]) => [`ro.product.cpu.abilist${bits}`, abis.join(',')]);
  return { properties: Object.fromEntries(named) };
}

/** A whole list with ABIs of two processors, and no bridge. */
function foreignAbis(seen: Seen): Part {
  const foreign = Array.from({ length: numberOf(seen, 'foreign') || 1 }, () => 'x86');
  return { properties: { 'ro.product.cpu.abilist': ['arm64-v8a', ...foreign].join(','), 'ro.dalvik.vm.native.bridge': '0' } };
}
