import type { packageFacts } from '../../core/facts/android/package-facts.ts';
import { listOf, numberOf } from '../../core/report/fact.ts';
import { answering, type Difference, edited, fixed, printed, type Unshown } from './difference.ts';

const dump = { program: 'dumpsys', words: ['package'] } as const;
const runAs = { program: 'run-as' } as const;
/** The first of the simulated phone that is not debuggable. */
const CLOSED_APP = 'com.android.systemui';

export const packageDifferences: Readonly<Record<keyof typeof packageFacts, Difference | Unshown>> = {
  'android.packages.dump': edited(dump, /^ {2}Package \[/gm, '  Pkg ['),
  'android.packages.app-ids': edited(dump, /^ {4}(?:userId|appId)=/gm, '    uid='),
  'android.packages.flags': edited(dump, /^ {4}(?:pkgFlags|flags)=\[/gm, '    bits=['),
  'android.packages.versions': edited(dump, /^ {4}versionCode=/gm, '    code='),
  'android.packages.update-times': edited(dump, /^ {4}lastUpdateTime=(\S+) /gm, '    lastUpdateTime=$1T'),
  'android.packages.abis': edited(dump, /^ {4}primaryCpuAbi=/gm, '    abi='),
  'android.packages.users': edited(dump, /\binstalled=/gm, 'present='),
  'android.packages.user-ids': printed({ program: 'pm', words: ['list', 'packages', '-U'] }),
  'android.packages.no-activity': {
    calls: { program: 'pm', words: ['dev.laglens.absent'] },
    of: (seen) => {
      const components = 'name.name/name.Name\n'.repeat(Math.min(numberOf(seen, 'components') || 0, 24));
      const calls = { program: 'pm', words: ['dev.laglens.absent'] };
      return answering({
        ...calls,
        stdout: components,
        stderr: seen.error === true ? 'java.lang.SecurityException: name\n' : '',
        code: numberOf(seen, 'exit') || 0,
      });
    },
  },
  'android.packages.one': { unshown: 'the kit asks only of an app that Laglens can capture' },
  'android.packages.launcher': printed({ program: 'pm', words: ['query-activities'], without: ['dev.laglens.absent'] }),
  'android.run-as.debuggable': {
    calls: runAs,
    of: (seen) => {
      if (numberOf(seen, 'exit') === 0) return answering({ program: 'id', by: 'app', stdout: '0\n' });
      return { faults: { runAs: listOf(seen, 'lines').join('\n') || 'run-as: name' } };
    },
  },
  'android.run-as.user': printed({ ...runAs, words: ['--user'] }, 'stderr', 1),
  'android.run-as.folder': { calls: { program: 'pwd', by: 'app' }, of: () => answering({ program: 'pwd', by: 'app', stdout: '/\n' }) },
  'android.run-as.writable': fixed({ program: '[', words: ['-w', '.'], by: 'app' }, { code: 1 }),
  'android.run-as.pipe': fixed({ program: 'cat', by: 'app' }, { stdout: 'a' }),
  'android.run-as.not-debuggable': refusal(CLOSED_APP),
  'android.run-as.unknown': refusal('dev.laglens.absent'),
};

function refusal(app: string): Difference {
  const calls = { ...runAs, words: [app] };
  return {
    calls,
    of: (seen) =>
      answering(
        seen.refused === true ? { ...calls, stderr: `${listOf(seen, 'lines').join('\n')}\n`, code: 1 } : { ...calls, stdout: '10000\n' },
      ),
  };
}
