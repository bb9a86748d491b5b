import { allTrue, atLeast, both, everyLine, exitsWith, type Fact, sameCount, someLine } from '../../report/fact.ts';

const need = 'device';
const exitInfo = 'host/devices/android/records/exit-info.ts';
const events = 'host/devices/android/records/event-log.ts';
const status = 'host/devices/android/app-status.ts';

/** The activity manager and the log. */
export const activityFacts = {
  'android.am.unknown-command': {
    claim: 'am names an unknown command at the begin of a line',
    file: 'host/devices/android/android-refusals.ts',
    need,
    holds: allTrue('error'),
  },
  'android.am.attach-agent': {
    claim: 'am knows attach-agent, and says “Unknown process” for an absent one',
    file: 'host/devices/android/attach.ts',
    need,
    holds: allTrue('error', 'recognised'),
  },
  'android.am.attach-agent-bind': {
    claim: 'am start takes --attach-agent-bind, and says that an absent activity does not exist',
    file: 'host/devices/android/attach.ts',
    need,
    holds: allTrue('error', 'recognised'),
  },
  'android.activity.process-records': {
    claim: 'dumpsys activity processes has a ProcessRecord with the process’ number',
    file: status,
    need: 'process',
    holds: both(allTrue('named'), someLine(/ProcessRecord\{\w+ \d+:/)),
  },
  'android.activity.frozen': {
    claim: 'Since Android 12 the dump of a process says whether it is frozen',
    file: status,
    need: 'process',
    since: 31,
    holds: someLine(/\bisFrozen=(?:true|false)\b/),
  },
  'android.exit-info.known': {
    claim: 'Since Android 11 dumpsys activity exit-info has its title',
    file: exitInfo,
    need,
    since: 30,
    holds: allTrue('title'),
  },
  'android.exit-info.unknown': {
    claim: 'Before Android 11 dumpsys activity exit-info is unknown',
    file: exitInfo,
    need,
    until: 29,
    holds: (seen) => seen.title === false,
  },
  'android.exit-info.records': {
    claim: 'Each record of an end has a time, a process and a reason',
    file: exitInfo,
    need,
    since: 30,
    holds: both(sameCount('parsed', 'records'), sameCount('withReason', 'records')),
  },
  'android.log.kept': {
    claim: 'The log is not empty',
    file: status,
    need,
    holds: atLeast('count', 1),
  },
  'android.log.epoch': {
    claim: 'logcat -v epoch begins lines with seconds, process, thread and priority',
    file: events,
    need,
    holds: everyLine(/^ *\d{1,11}\.\d{3} +\d+ +\d+ [A-Z] |^-{9} /),
  },
  'android.log.threadtime': {
    claim: 'logcat -v threadtime begins lines with day, time, process, thread and priority',
    file: status,
    need,
    holds: everyLine(/^\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d+ +\d+ [A-Z] |^-{9} /),
  },
  'android.log.process': {
    claim: 'logcat --pid prints the lines of one process alone',
    file: status,
    need,
    holds: (seen) => both(exitsWith(0), atLeast('count', 1))(seen, { api: 0 }) && seen.others === 0,
  },
  'android.log.since': {
    claim: 'logcat -d -T takes seconds since 1970, and prints no older lines',
    file: status,
    need,
    holds: (seen) => exitsWith(0)(seen, { api: 0 }) && seen.older === 0,
  },
  'android.log.crashes': {
    claim: 'The log has a buffer of crashes',
    file: status,
    need,
    holds: exitsWith(0),
  },
  'android.log.events': {
    claim: 'The shell may read the events of the log',
    file: events,
    need,
    holds: both(exitsWith(0), atLeast('count', 1)),
  },
  'android.log.deaths': {
    claim: 'Events am_proc_died, am_kill and am_crash have their fields in brackets, the process second',
    file: events,
    need,
    holds: sameCount('parsed', 'records'),
  },
  'android.log.anrs': {
    claim: 'Events am_anr have their fields in brackets, the process second',
    file: events,
    need,
    holds: sameCount('parsed', 'records'),
  },
  'android.log.low-memory': {
    claim: 'lmkd names the process that it killed, with its number in parentheses',
    file: events,
    need,
    holds: sameCount('parsed', 'records'),
  },
} as const satisfies Readonly<Record<string, Fact>>;
