import { allTrue, atLeast, both, everyLine, exitsWith, type Fact, sameCount } from '../../report/fact.ts';

const packages = 'host/devices/android/installed-packages.ts';
const copying = 'host/devices/android/copy-agent.ts';
const need = 'device';

/** The package manager and run-as. */
export const packageFacts = {
  'android.packages.dump': {
    claim: 'dumpsys package packages names each package in brackets',
    file: packages,
    need,
    holds: atLeast('parsed', 1),
  },
  'android.packages.app-ids': {
    claim: 'Each package has its user id as userId, from Android 14 on as appId',
    file: packages,
    need,
    holds: sameCount('withId', 'parsed'),
  },
  'android.packages.flags': {
    claim: 'Each package has its flags as flags or pkgFlags',
    file: packages,
    need,
    holds: sameCount('withFlags', 'parsed'),
  },
  'android.packages.versions': {
    claim: 'Each package has a version code',
    file: packages,
    need,
    holds: sameCount('withVersion', 'parsed'),
  },
  'android.packages.update-times': {
    claim: 'Each package has the time of its last update, as date and time',
    file: packages,
    need,
    holds: sameCount('withUpdate', 'parsed'),
  },
  'android.packages.abis': {
    claim: 'Each package has its primary ABI, or null',
    file: packages,
    need,
    holds: sameCount('withAbi', 'parsed'),
  },
  'android.packages.users': {
    claim: 'Each package says for which users it is installed',
    file: packages,
    need,
    holds: sameCount('withUsers', 'parsed'),
  },
  'android.packages.user-ids': {
    claim: 'cmd package list packages -U prints package:NAME uid:NUMBER',
    file: 'host/devices/android/process-owners.ts',
    need,
    holds: everyLine(/^package:[\w.]+ (?:.* )?uid:\d+/),
  },
  'android.packages.no-activity': {
    claim: 'A question for activities that do not exist is no error',
    file: 'host/devices/android/launchers.ts',
    need,
    holds: (seen) => both(exitsWith(0))(seen, { api: 0 }) && seen.error === false && seen.components === 0,
  },
  'android.packages.one': {
    claim: 'dumpsys package NAME has the app, debuggable and installed for a user',
    file: packages,
    need: 'app',
    holds: allTrue('found', 'debuggable', 'installed'),
  },
  'android.packages.launcher': {
    claim: 'cmd package query-activities --brief prints the app’s launcher activities as components',
    file: 'host/devices/android/launchers.ts',
    need: 'app',
    holds: (seen) => exitsWith(0)(seen, { api: 0 }) && atLeast('components', 1)(seen, { api: 0 }),
  },
  'android.run-as.debuggable': {
    claim: 'run-as runs a command as a debuggable app’s user',
    file: copying,
    need: 'app',
    holds: allTrue('same'),
  },
  'android.run-as.user': {
    claim: 'run-as takes --user with a number',
    file: 'host/devices/android/adb/android-phone.ts',
    need: 'app',
    holds: allTrue('same'),
  },
  'android.run-as.folder': {
    claim: 'run-as begins in the app’s data folder',
    file: copying,
    need: 'app',
    holds: allTrue('absolute', 'named'),
  },
  'android.run-as.writable': {
    claim: 'The app’s user may write to its data folder',
    file: copying,
    need: 'app',
    holds: exitsWith(0),
  },
  'android.run-as.pipe': {
    claim: 'run-as passes on standard input of any bytes',
    file: copying,
    need: 'app',
    holds: allTrue('same'),
  },
  'android.run-as.not-debuggable': {
    claim: 'run-as refuses another app with the words “not debuggable”',
    file: copying,
    need,
    holds: (seen) => seen.refused === true && seen.recognised === true,
  },
  'android.run-as.unknown': {
    claim: 'run-as refuses an absent app with the words “unknown package”',
    file: copying,
    need,
    holds: (seen) => seen.refused === true && seen.recognised === true,
  },
} as const satisfies Readonly<Record<string, Fact>>;
