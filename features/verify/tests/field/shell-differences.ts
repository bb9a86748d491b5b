import type { shellFacts } from '../../core/facts/android/shell-facts.ts';
import { numberOf } from '../../core/report/fact.ts';
import { answering, type Difference, fixed, ofShell, printed, type Unshown, unless } from './difference.ts';

const grep = (...words: readonly string[]) => ({ program: 'grep', words, stderr: `grep: Unknown option\n`, code: 2 });
const isFolder = (path: string, code: number) => ({ program: '[', words: ['-d', path], code });
const TEMPORARY = /\/laglens-\w+\.txt$/;

export const shellDifferences: Readonly<Record<keyof typeof shellFacts, Difference | Unshown>> = {
  'android.adb.shell-protocol': { unshown: 'without it nothing can be asked' },
  'android.adb.absent-socket': { unshown: 'adb’s own server answers' },
  'android.adb.push': unless({
    arrived: { is: true, otherwise: { program: 'cat', words: [TEMPORARY], stdout: 'other' } },
    removed: { is: true, otherwise: { program: 'rm', words: [TEMPORARY] } },
  }),
  'android.shell.exit-code': ofShell,
  'android.shell.two-streams': unless({
    output: { is: true, otherwise: { program: 'echo', words: ['one'], stderr: 'one\n' } },
    errors: { is: true, otherwise: { program: 'echo', words: ['two'] } },
  }),
  'android.shell.quotes': fixed({ program: 'printf', words: ['%s'] }, { stdout: 'a' }),
  'android.shell.user': {
    calls: { program: 'id', words: ['-u'], by: 'shell' },
    of: (seen) => answering({ program: 'id', words: ['-u'], by: 'shell', stdout: `${numberOf(seen, 'uid') || 1}\n` }),
  },
  'android.shell.temporary-folder': fixed({ program: '[', words: ['-w', '/data/local/tmp'] }, { code: 1 }),
  'android.shell.grep': unless({
    extended: { is: true, otherwise: grep('-E') },
    fixed: { is: true, otherwise: grep('-F') },
    quiet: { is: true, otherwise: grep('-q') },
    first: { is: true, otherwise: grep('-m') },
    only: { is: true, otherwise: grep('-aoE') },
  }),
  'android.shell.find': printed({ program: 'find' }, 'stderr', 1),
  'android.shell.test': unless({
    there: { is: true, otherwise: isFolder('/', 1) },
    absent: { is: false, otherwise: isFolder('/laglens-absent', 0) },
  }),
  'android.date.zone': printed({ program: 'date', words: ['+%z'] }),
  'android.date.seconds': printed({ program: 'date', words: ['+%s'] }),
  'android.power.saver': printed({ program: 'settings', words: ['get', 'global', 'low_power'] }),
  'android.power.battery': printed({ program: 'dumpsys', words: ['battery'] }),
};
