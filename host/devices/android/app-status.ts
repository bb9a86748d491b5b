import type { Phone } from './adb/android-phone.ts';
import { commandLine } from './adb/quote.ts';

export interface AttachedProcess {
  /** Application id. */
  readonly name: string;
  readonly pid: number;
  /** Part of the agent's file and socket names. */
  readonly rand: string;
  /** The device's seconds since 1970 before the attach, if known. */
  readonly sinceS: number | undefined;
}

export interface AppStatus {
  readonly isAlive: boolean;
  /** The system stops background apps since Android 11. */
  readonly isFrozen: boolean;
  /** `untrusted_app`, or `platform_app` with the platform's key. */
  readonly domain: string;
  /** Lines by or about the agent. */
  readonly agent: readonly string[];
  readonly crash: readonly string[];
}

const AGENT_TAG = 'laglens';
const MOST_LINES = 120;
const LOG_BEGIN = '--- log';
const CRASH_BEGIN = '--- crash';

/** Filters the log on the device: others write thousands of lines a second. */
export async function readAppStatus(phone: Phone, process: AttachedProcess, signal: AbortSignal): Promise<AppStatus> {
  const { stdout } = await phone.run(statusCommand(process), signal);
  return parseAppStatus(stdout, process);
}

function statusCommand({ name, pid, rand, sinceS }: AttachedProcess): string {
  // Older lines belong to other captures.
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

/** Source: AOSP ProcessCachedOptimizerRecord.dump. */
function frozenCommand(name: string): string {
  return `${commandLine('dumpsys', 'activity', 'processes', name)} | grep -E 'ProcessRecord|isFrozen='`;
}

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

/** Tombstones are another process' lines that name the crashed one. */
function tombstone(lines: readonly string[], pid: number): readonly string[] {
  const begin = lines.findIndex((line) => new RegExp(`\\bpid: ${pid},`).test(line));
  const end = lines.findIndex((line, index) => index > begin && /\bpid: \d+,/.test(line));
  return begin < 0 ? [] : lines.slice(begin, end < 0 ? undefined : end);
}

/** Some vendors switch the log off. */
export async function hasEmptyLog(phone: Phone, signal: AbortSignal): Promise<boolean> {
  const { stdout } = await phone.run('logcat -d -t 20', signal);
  return stdout.split('\n').every((line) => line.trim() === '' || line.startsWith('---------'));
}

/** The clock of the device's log. */
export async function deviceSeconds(phone: Phone, signal: AbortSignal): Promise<number | undefined> {
  const text = (await phone.run('date +%s', signal)).stdout.trim();
  return /^\d{1,11}$/.test(text) ? Number(text) : undefined;
}
