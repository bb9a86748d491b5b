import type { SystemRecord } from '../../device.ts';
import type { Phone } from '../adb/android-phone.ts';
import { commandLine } from '../adb/quote.ts';
import { powerRecord } from './device-power.ts';
import { eventTags, memoryTag, parseEvents, tellingEnd } from './event-log.ts';
import { hasExitInfo, type ProcessRecord, parseExitInfo } from './exit-info.ts';

const POWER_BEGIN = '--- power';
const EVENTS_BEGIN = '--- events';
const MOST_EVENTS = 64;
/** Phones keep the end's time with a second's error at most; another process of the same number is older. */
const EARLIER_US = 2_000_000;

export interface AskedProcess {
  /** Application id. */
  readonly name: string;
  readonly pid: number;
  /** With `:suffix`. */
  readonly process: string;
  /** The device's seconds since 1970 before the attach, if known. */
  readonly sinceS: number | undefined;
}

/** ANRs first. The log is filtered on the device, as others write thousands of lines. */
export async function askRecords(phone: Phone, process: AskedProcess, signal: AbortSignal): Promise<readonly SystemRecord[]> {
  const { stdout } = await phone.run(recordsCommand(process), signal);
  return recordsOf(stdout, process);
}

export function recordsCommand({ name, pid, sinceS }: AskedProcess): string {
  const since = sinceS === undefined ? ['-t', '2000'] : ['-T', `${sinceS}.000`];
  const tags = eventTags.map((tag) => `${tag}:I`);
  const log = (buffer: string, ...wanted: readonly string[]): string =>
    commandLine('logcat', '-d', '-b', buffer, '-v', 'epoch', ...since, '-s', ...wanted);
  const lines = (text: string): string => commandLine('grep', '-m', String(MOST_EVENTS), '-F', text);
  return [
    'date +%z',
    commandLine('dumpsys', 'activity', 'exit-info', name),
    `echo '${POWER_BEGIN}'`,
    'date +%s',
    'settings get global low_power',
    'dumpsys battery',
    `echo '${EVENTS_BEGIN}'`,
    `${log('events', ...tags)} | ${lines(`,${pid},`)}`,
    // The main log is large, and says no end of a living process.
    `[ -d /proc/${pid} ] || ${log('main', `${memoryTag}:I`)} | ${lines(`(${pid})`)}`,
  ].join('; ');
}

export function recordsOf(output: string, { pid, process, sinceS = 0 }: AskedProcess): readonly SystemRecord[] {
  const [before = '', events = ''] = output.split(`${EVENTS_BEGIN}\n`);
  const [exits = '', power = ''] = before.split(`${POWER_BEGIN}\n`);
  const sinceUs = sinceS * 1e6 - EARLIER_US;
  const isOf = (record: ProcessRecord): boolean => record.pid === pid && record.wallUs >= sinceUs;
  const { anrs, ends } = parseEvents(events);
  // An event of an ANR has the package's name.
  const found = [...anrs.filter(isOf).map(recordAlone), ...powerRecord(power)];
  const ended = hasExitInfo(exits)
    ? parseExitInfo(exits, exits.split('\n')[0]?.trim() ?? '').find((record) => isOf(record) && record.process === process)
    : tellingEnd(ends.filter(isOf));
  return ended === undefined ? found : [...found, recordAlone(ended)];
}

function recordAlone(record: SystemRecord): SystemRecord {
  const { kind, wallUs, reason, subreason, status, importance, pssBytes, rssBytes, trace, text } = record;
  return { kind, wallUs, reason, subreason, status, importance, pssBytes, rssBytes, trace, text };
}
