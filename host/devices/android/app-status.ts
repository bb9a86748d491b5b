import type { Phone } from './adb/android-phone.ts';
import { commandLine } from './adb/quote.ts';

/** An app's process that was handed an agent. */
export interface AttachedProcess {
  /** Application id. */
  readonly name: string;
  readonly pid: number;
  /** Part of the names of the agent's files and socket. */
  readonly rand: string;
  /** The device's clock before the agent was handed over, in seconds since 1970; undefined when it did not say. */
  readonly sinceS: number | undefined;
}

/** The state of such a process, and what the log says about it. */
export interface AppStatus {
  readonly isAlive: boolean;
  /** The system has stopped all of its threads, as it does with apps in the background (Android 11 and newer). */
  readonly isFrozen: boolean;
  /** SELinux domain: `untrusted_app`, or `platform_app` for apps that are signed with the platform's key. */
  readonly domain: string;
  /** Lines about this agent, and those of the agent itself. */
  readonly agent: readonly string[];
  /** Lines about a crash of the process. */
  readonly crash: readonly string[];
}

/** Tag of the agent's own lines in the log. */
const AGENT_TAG = 'laglens';
const MOST_LINES = 120;
const LOG_BEGIN = '--- log';
const CRASH_BEGIN = '--- crash';

/** Looks at the process and at its own lines of the log: other processes write thousands of lines a second. */
export async function readAppStatus(phone: Phone, process: AttachedProcess, signal: AbortSignal): Promise<AppStatus> {
  const { stdout } = await phone.run(statusCommand(process), signal);
  return parseAppStatus(stdout, process);
}

function statusCommand({ name, pid, rand, sinceS }: AttachedProcess): string {
  // Lines of the log since then; before that they are about other captures.
  const since = sinceS === undefined ? ['-t', '400'] : ['-T', `${sinceS}.000`];
  const own = `${rand}| ${AGENT_TAG} *: |Fatal signal|AndroidRuntime`;
  const first = commandLine('grep', '-m', String(MOST_LINES), '-E');
  return [
    `cat /proc/${pid}/cmdline 2>/dev/null | grep -q . && echo alive || echo gone`,
    `echo "$(cat /proc/${pid}/attr/current 2>/dev/null)"`,
    frozenCommand(name),
    `echo '${LOG_BEGIN}'`,
    `${commandLine('logcat', '-d', '-v', 'threadtime', `--pid=${pid}`, ...since)} | ${first} ${commandLine(own)}`,
    `echo '${CRASH_BEGIN}'`,
    `${commandLine('logcat', '-d', '-b', 'crash', '-v', 'threadtime', ...since)} | ${first} ${commandLine(' (DEBUG|libc|AndroidRuntime) *: ')}`,
  ].join('; ');
}

/** `dumpsys` of one app's processes, cut down to what says whether they are frozen. Source: AOSP ProcessCachedOptimizerRecord.dump. */
function frozenCommand(name: string): string {
  return `${commandLine('dumpsys', 'activity', 'processes', name)} | grep -E 'ProcessRecord|isFrozen='`;
}

/** Reads the output of the command. */
export function parseAppStatus(output: string, { pid, rand }: AttachedProcess): AppStatus {
  const [before = '', after = ''] = output.split(`${LOG_BEGIN}\n`);
  const [log = '', crashes = ''] = after.split(`${CRASH_BEGIN}\n`);
  const [state = '', context = ''] = before.split('\n');
  const lines = log.split('\n');
  return {
    isAlive: state.trim() === 'alive',
    isFrozen: frozenPids(before).has(pid),
    domain: /^u:r:(\w+):/.exec(context)?.[1] ?? '',
    agent: lines.filter((line) => line.includes(rand) || new RegExp(` ${AGENT_TAG} *: `).test(line)),
    crash: [...lines.filter((line) => /Fatal signal|AndroidRuntime *: /.test(line)), ...tombstone(crashes.split('\n'), pid)],
  };
}

/** Asks whether the system has frozen a process. */
export async function isFrozen(phone: Phone, name: string, pid: number, signal: AbortSignal): Promise<boolean> {
  return frozenPids((await phone.run(frozenCommand(name), signal)).stdout).has(pid);
}

function frozenPids(dump: string): ReadonlySet<number> {
  const frozen = new Set<number>();
  let pid = 0;
  for (const line of dump.split('\n')) {
    pid = Number(/ProcessRecord\{\w+ (\d+):/.exec(line)?.[1] ?? pid);
    if (/\bisFrozen=true\b/.test(line)) frozen.add(pid);
  }
  return frozen;
}

/** The process' part of the crash buffer. Tombstones are another process' lines, which name whose they are. */
function tombstone(lines: readonly string[], pid: number): readonly string[] {
  const begin = lines.findIndex((line) => new RegExp(`\\bpid: ${pid},`).test(line));
  const end = lines.findIndex((line, index) => index > begin && /\bpid: \d+,/.test(line));
  return begin < 0 ? [] : lines.slice(begin, end < 0 ? undefined : end);
}

/** True when the log is empty, also of other processes: some vendors switch it off. */
export async function hasEmptyLog(phone: Phone, signal: AbortSignal): Promise<boolean> {
  const { stdout } = await phone.run('logcat -d -t 20', signal);
  return stdout.split('\n').every((line) => line.trim() === '' || line.startsWith('---------'));
}

/** Seconds since 1970 by the device's clock, which its log goes by. */
export async function deviceSeconds(phone: Phone, signal: AbortSignal): Promise<number | undefined> {
  const text = (await phone.run('date +%s', signal)).stdout.trim();
  return /^\d{1,11}$/.test(text) ? Number(text) : undefined;
}
