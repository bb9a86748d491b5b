import { allTrue, both, everyLine, exitsWith, type Fact, listOf, numberOf } from '../../report/fact.ts';

const need = 'device';

/** adb, Android's shell and toybox. */
export const shellFacts = {
  'android.adb.shell-protocol': {
    claim: 'The device offers adb’s shell protocol v2',
    file: 'host/devices/android/adb/shell.ts',
    need,
    holds: (seen) => listOf(seen, 'features').includes('shell_v2'),
  },
  'android.adb.absent-socket': {
    claim: 'adb refuses a connection to an abstract socket without a listener',
    file: 'host/devices/android/adb/android-phone.ts',
    need,
    holds: (seen) => seen.answered === false,
  },
  'android.adb.push': {
    claim: 'adb copies a file to /data/local/tmp, and its shell removes it',
    file: 'host/devices/android/copy-agent.ts',
    need,
    holds: allTrue('arrived', 'removed'),
  },
  'android.shell.exit-code': {
    claim: 'The exit code of a command arrives',
    file: 'host/devices/android/adb/shell.ts',
    need,
    holds: exitsWith(7),
  },
  'android.shell.two-streams': {
    claim: 'Output and errors of a command arrive apart',
    file: 'host/devices/android/adb/shell.ts',
    need,
    holds: allTrue('output', 'errors'),
  },
  'android.shell.quotes': {
    claim: 'A quoted word reaches a command as it is',
    file: 'host/devices/android/adb/quote.ts',
    need,
    holds: allTrue('same'),
  },
  'android.shell.user': {
    claim: 'adb’s shell runs as the user shell, or as root',
    file: 'docs/android.md',
    need,
    holds: (seen) => [2000, 0].includes(numberOf(seen, 'uid')),
  },
  'android.shell.temporary-folder': {
    claim: 'The shell may write to /data/local/tmp',
    file: 'host/devices/android/copy-agent.ts',
    need,
    holds: exitsWith(0),
  },
  'android.shell.grep': {
    claim: 'grep knows -E, -F, -q, -m and -aoE',
    file: 'host/devices/android/app-status.ts',
    need,
    holds: allTrue('extended', 'fixed', 'quiet', 'first', 'only'),
  },
  'android.shell.find': {
    claim: 'find knows -name, -mmin and -exec with +',
    file: 'host/devices/android/copy-agent.ts',
    need,
    holds: (seen) => numberOf(seen, 'exit') === 0 && seen.silent === true,
  },
  'android.shell.test': {
    claim: 'A test by [ -d ] says whether a folder exists',
    file: 'host/devices/android/records/ask-records.ts',
    need,
    holds: (seen) => seen.there === true && seen.absent === false,
  },
  'android.date.zone': {
    claim: 'date says the zone as sign, hours and minutes',
    file: 'host/devices/android/records/exit-info.ts',
    need,
    holds: everyLine(/^[+-]\d{4}$/),
  },
  'android.date.seconds': {
    claim: 'date says seconds since 1970',
    file: 'host/devices/android/app-status.ts',
    need,
    holds: everyLine(/^\d{9,11}$/),
  },
  'android.power.saver': {
    claim: 'settings says whether Battery Saver is on, as 0, 1 or null',
    file: 'host/devices/android/records/device-power.ts',
    need,
    holds: both(exitsWith(0), everyLine(/^(?:\d|null)$/)),
  },
  'android.power.battery': {
    claim: 'dumpsys battery has a line each for level and scale',
    file: 'host/devices/android/records/device-power.ts',
    need,
    holds: (seen) => listOf(seen, 'lines').filter((line) => /^ *(?:level|scale): \d+$/.test(line)).length === 2,
  },
} as const satisfies Readonly<Record<string, Fact>>;
