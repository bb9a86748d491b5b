import { commandLine } from '../../../../host/devices/android/adb/quote.ts';
import { saysError } from '../../../../host/devices/android/android-refusals.ts';
import { memoryTag, parseEvents } from '../../../../host/devices/android/records/event-log.ts';
import { hasExitInfo, parseExitInfo } from '../../../../host/devices/android/records/exit-info.ts';
import type { activityFacts } from '../../core/facts/android/activity-facts.ts';
import { outline } from '../../core/report/cleaned.ts';
import { type Probes, Untried } from '../asking/probe.ts';
import { type AskedPhone, appOf, outputOf, pidOf } from './asked-phone.ts';

const amWords =
  'Unknown command process option Argument expected Starting Intent act cmp IllegalArgumentException Activity class does not exist type';
const exitWords = 'ACTIVITY MANAGER PROCESS EXIT INFO dumpsys activity exit info Bad activity command no activities match Use h for help';
const logWords = 'beginning main system crash events kernel radio I D W E V F';
const ABSENT_PID = '4194303';
const SINCE_S = 30;

export const activityProbes: Probes<keyof typeof activityFacts, AskedPhone> = {
  'android.am.unknown-command': async ({ run }) => {
    const { stdout, stderr, code } = await run('am laglens-absent');
    return { error: saysError(stdout + stderr), exit: code, lines: outline(stdout + stderr, amWords, 3) };
  },
  'android.am.attach-agent': async ({ run }) => {
    const { stdout, stderr, code } = await run(commandLine('am', 'attach-agent', ABSENT_PID, '/laglens-absent'));
    const output = stdout + stderr;
    return {
      error: code !== 0 || saysError(output),
      recognised: /Unknown process/.test(output),
      exit: code,
      lines: outline(output, amWords, 3),
    };
  },
  'android.am.attach-agent-bind': async ({ run }) => {
    const { stdout, stderr, code } = await run(
      commandLine('am', 'start', '-n', 'dev.laglens.absent/.Absent', '--attach-agent-bind', '/laglens-absent'),
    );
    const output = stdout + stderr;
    return {
      error: code !== 0 || saysError(output),
      recognised: /does not exist/.test(output),
      exit: code,
      lines: outline(output, amWords, 4),
    };
  },
  'android.activity.process-records': async (asked) => {
    const output = await outputOf(asked, `${commandLine('dumpsys', 'activity', 'processes', appOf(asked).name)} | grep -E ProcessRecord`);
    return { named: output.includes(` ${pidOf(asked)}:`), lines: outline(output, 'APP UID ProcessRecord', 3) };
  },
  'android.activity.frozen': async (asked) => {
    pidOf(asked);
    const output = await outputOf(asked, `${commandLine('dumpsys', 'activity', 'processes', appOf(asked).name)} | grep -E isFrozen=`);
    return { lines: outline(output, 'isFreezeExempt isPendingFreeze isFrozen', 3) };
  },
  'android.exit-info.known': exitInfoTitle,
  'android.exit-info.unknown': exitInfoTitle,
  'android.exit-info.records': async (asked) => {
    const output = await outputOf(asked, 'dumpsys activity exit-info');
    const records = output.split(/^ *ApplicationExitInfo #\d+:$/m).length - 1;
    if (records <= 0) throw new Untried('no-record');
    const parsed = parseExitInfo(output, '+0000');
    const most = Math.min(records, 256);
    return {
      records: most,
      parsed: parsed.length,
      withReason: parsed.filter(({ reason, process }) => reason > 0 && process !== '').length,
    };
  },
  'android.log.kept': async (asked) => {
    const lines = logLines(await outputOf(asked, 'logcat -d -t 20'));
    return { count: lines.filter(isEntry).length };
  },
  'android.log.epoch': (asked) => logForm(asked, 'logcat -d -v epoch -t 20'),
  'android.log.threadtime': (asked) => logForm(asked, 'logcat -d -v threadtime -t 20'),
  'android.log.process': async (asked) => {
    const lines = logLines(await outputOf(asked, 'logcat -d -v epoch -t 200'));
    // logcat takes --pid=0 for every process.
    const pid = lines.map(pidIn).findLast((each) => each !== undefined && each !== '0');
    if (pid === undefined) throw new Untried('no-record');
    const { stdout, code } = await asked.run(commandLine('logcat', '-d', '-v', 'epoch', '-t', '50', `--pid=${pid}`));
    const own = logLines(stdout);
    return { exit: code, count: own.length, others: own.filter((line) => pidIn(line) !== pid).length };
  },
  'android.log.since': async (asked) => {
    const now = Number((await outputOf(asked, 'date +%s')).trim());
    const { stdout, code } = await asked.run(commandLine('logcat', '-d', '-v', 'epoch', '-T', `${now - SINCE_S}.000`));
    const times = logLines(stdout).flatMap((line) => Number(/^ *(\d+\.\d+)/.exec(line)?.[1] ?? []) || []);
    if (code === 0 && times.length === 0) throw new Untried('no-record');
    // logd sorts by arrival; a line may be a moment older.
    return { exit: code, count: times.length, older: times.filter((time) => time < now - SINCE_S - 2).length };
  },
  'android.log.crashes': async ({ run }) => ({ exit: (await run('logcat -d -b crash -v threadtime -t 1')).code }),
  'android.log.events': async ({ run }) => {
    const { stdout, code } = await run('logcat -d -b events -v epoch -t 50');
    const count = logLines(stdout).filter(isEntry).length;
    if (code === 0 && count === 0) throw new Untried('no-record');
    return { exit: code, count, lines: outline(logLines(stdout).join('\n'), logWords, 2) };
  },
  'android.log.deaths': (asked) => events(asked, ['am_proc_died', 'am_kill', 'am_crash'], 'ends'),
  'android.log.anrs': (asked) => events(asked, ['am_anr'], 'anrs'),
  'android.log.low-memory': async (asked) => {
    const lines = logLines(
      await outputOf(asked, commandLine('logcat', '-d', '-b', 'main', '-v', 'epoch', '-t', '500', '-s', `${memoryTag}:I`)),
    );
    const kills = lines.filter((line) => /\bKill(?:ing)? /.test(line));
    if (kills.length === 0) throw new Untried('no-record');
    return {
      records: kills.length,
      parsed: parseEvents(kills.join('\n')).ends.length,
      lines: outline(kills.join('\n'), `${logWords} lowmemorykiller Kill Killing uid adj oom_adj oom_score_adj to free kB`, 2),
    };
  },
};

async function exitInfoTitle({ run }: AskedPhone) {
  const { stdout } = await run('dumpsys activity exit-info dev.laglens.absent');
  return { title: hasExitInfo(stdout), lines: outline(stdout, exitWords, 2) };
}

async function logForm(asked: AskedPhone, command: string) {
  const lines = logLines(await outputOf(asked, command));
  if (lines.length === 0) throw new Untried('no-record');
  return { lines: outline(lines.join('\n'), logWords, 3) };
}

async function events(asked: AskedPhone, tags: readonly string[], of: 'anrs' | 'ends') {
  const filters = tags.map((tag) => `${tag}:I`);
  const lines = logLines(
    await outputOf(asked, commandLine('logcat', '-d', '-b', 'events', '-v', 'epoch', '-t', '100', '-s', ...filters)),
  ).filter((line) => tags.some((tag) => line.includes(tag)));
  if (lines.length === 0) throw new Untried('no-record');
  const parsed = parseEvents(`${lines.join('\n')}\n`)[of].length;
  return { records: lines.length, parsed, lines: outline(lines.join('\n'), `${logWords} ${tags.join(' ')}`, 3) };
}

/** @throws Untried where the log is off, so that the lack of a line proves nothing */
export async function needLog(asked: AskedPhone): Promise<void> {
  if (!logLines(await outputOf(asked, 'logcat -d -t 20')).some(isEntry)) throw new Untried('no-record');
}

/** Lines of the log without the heads of its buffers. */
function logLines(output: string): readonly string[] {
  return output.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('---------'));
}

/** By its process, thread and priority: a log that a vendor switched off prints a note instead. */
function isEntry(line: string): boolean {
  return /(?:^|\s)\d+ +\d+ +[VDIWEF] /.test(line);
}

/** A line's process, by `-v epoch`. */
function pidIn(line: string): string | undefined {
  return /^ *\d+\.\d+ +(\d+) /.exec(line)?.[1];
}
