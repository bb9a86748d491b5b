import type { activityFacts } from '../../core/facts/android/activity-facts.ts';
import { numberOf } from '../../core/report/fact.ts';
import { answering, type Difference, edited, printed, type Unshown } from './difference.ts';

const processes = { program: 'dumpsys', words: ['activity', 'processes'] } as const;
const exitInfo = { program: 'dumpsys', words: ['activity', 'exit-info'] } as const;
const TITLE = 'ACTIVITY MANAGER PROCESS EXIT INFO (dumpsys activity exit-info)';
const logcat = (...words: readonly string[]) => ({ program: 'logcat', words });

export const activityDifferences: Readonly<Record<keyof typeof activityFacts, Difference | Unshown>> = {
  'android.am.unknown-command': printed({ program: 'am', words: ['laglens-absent'] }),
  // A phone that refuses this one refuses all.
  'android.am.attach-agent': printed({ program: 'am', words: ['attach-agent'] }, 'stderr', 255),
  'android.am.attach-agent-bind': printed({ program: 'am', words: ['--attach-agent-bind'] }, 'stderr'),
  'android.activity.process-records': edited(processes, /ProcessRecord\{\w+ \d+:/g, 'ProcessRecord{name '),
  'android.activity.frozen': edited(processes, /isFrozen=/g, 'frozen='),
  'android.exit-info.known': printed(exitInfo),
  'android.exit-info.unknown': printed(exitInfo),
  'android.exit-info.records': {
    calls: exitInfo,
    of: (seen) => {
      const isTimeless = numberOf(seen, 'parsed') < numberOf(seen, 'records');
      const record = ['        ApplicationExitInfo #0:', `${isTimeless ? 'at' : 'timestamp'}=2026-01-01 00:00:00.000 pid=1 process=name`];
      return answering({ ...exitInfo, without: ['dev.laglens.absent'], stdout: `${[TITLE, ...record].join('\n')}\n` });
    },
  },
  'android.log.kept': { calls: { program: 'logcat' }, of: () => ({ faults: { logOff: true } }) },
  'android.log.epoch': printed(logcat('-v', 'epoch', '-t', '20')),
  'android.log.threadtime': printed(logcat('-v', 'threadtime', '-t', '20')),
  'android.log.process': {
    of: (seen) =>
      answering({
        program: 'logcat',
        words: ['epoch', '-t', '50', /^--pid=/],
        stdout: '1111111111.111  0  0 I name: name\n'.repeat(Math.min(numberOf(seen, 'others') || 0, 24)),
        code: numberOf(seen, 'exit') || 0,
      }),
  },
  'android.log.since': {
    of: (seen) =>
      answering({
        program: 'logcat',
        words: ['-d', '-v', 'epoch', '-T'],
        stdout: '1.111  1  1 I name: name\n'.repeat(Math.min(numberOf(seen, 'older') || 0, 24)),
        code: numberOf(seen, 'exit') || 0,
      }),
  },
  'android.log.crashes': printed(logcat('-b', 'crash', '-v', 'threadtime', '-t', '1'), 'stderr', 1),
  'android.log.events': { calls: logcat('-b', 'events'), of: (seen) => noEvents(numberOf(seen, 'exit') || 0) },
  'android.log.deaths': printed(logcat('am_proc_died:I')),
  'android.log.anrs': printed(logcat('am_anr:I')),
  'android.log.low-memory': printed(logcat('lowmemorykiller:I')),
};

function noEvents(code: number) {
  return answering({ program: 'logcat', words: ['-b', 'events', '-v', 'epoch', '-t', '50'], code });
}
