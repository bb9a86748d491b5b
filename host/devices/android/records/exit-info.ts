import { systemRecordKind } from '../../../../core/session/model/system-records.ts';
import type { SystemRecord } from '../../device.ts';
import { recordText } from './record-text.ts';

/** A record with the process it is about. */
export interface ProcessRecord extends SystemRecord {
  readonly pid: number;
  readonly process: string;
}

const HEAD = 'ACTIVITY MANAGER PROCESS EXIT INFO';
/** Android keeps 16 per app and user; work profiles and isolated processes have their own. */
const MOST_RECORDS = 256;

/** Android 10 and older do not know the command. */
export function hasExitInfo(output: string): boolean {
  return output.includes(HEAD);
}

/**
 * Source: AOSP ApplicationExitInfo.dump and AppExitInfoTracker.dumpHistoryProcessExitInfo. Android 11 writes a line per field, later ones
 * several into a line. Times have no zone.
 * @param zone of the device, as `date +%z` says: `+0530`
 */
export function parseExitInfo(output: string, zone: string): readonly ProcessRecord[] {
  const [, ...records] = output.split(/^ *ApplicationExitInfo #\d+:$/m);
  return records.slice(0, MOST_RECORDS).flatMap((lines) => parseRecord(lines, zone) ?? []);
}

function parseRecord(lines: string, zone: string): ProcessRecord | undefined {
  const record = lines.replace(/^ +| *\r?\n */gm, ' ').trim();
  const field = (name: string): string => new RegExp(` ${name}=(\\S+)`).exec(` ${record}`)?.[1] ?? '';
  const wallUs = wallTime(/timestamp=(\S+ \S+)/.exec(record)?.[1] ?? '', zone);
  const pid = Number(field('pid'));
  if (wallUs === undefined || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  // The last fields end it, as the app's or the system's words may contain anything.
  const [, description = '', trace = 'null'] = / description=(.*) state=(?:empty|\d+ bytes) trace=(\S*)/.exec(record) ?? [];
  return {
    pid,
    process: field('process'),
    kind: systemRecordKind.end,
    wallUs,
    reason: count(field('reason')),
    subreason: count(field('subreason')),
    status: signed(field('status')),
    importance: count(field('importance')),
    pssBytes: size(field('pss')),
    rssBytes: size(field('rss')),
    trace: trace === 'null' ? 0 : 1,
    text: description === 'null' ? '' : recordText(description),
  };
}

function wallTime(written: string, zone: string): number | undefined {
  const [, offset = '+00', minutes = '00'] = /^([+-]\d\d):?(\d\d)$/.exec(zone) ?? [];
  const ms = Date.parse(`${written.replace(' ', 'T')}${offset}:${minutes}`);
  return Number.isNaN(ms) || ms < 0 ? undefined : ms * 1000;
}

function count(written: string): number {
  return /^\d{1,9}$/.test(written) ? Number(written) : 0;
}

function signed(written: string): number {
  return /^-?\d{1,9}$/.test(written) ? Number(written) : 0;
}

const UNITS = ['', 'KB', 'MB', 'GB', 'TB'];

/** Rounded by the device: `0.00`, `86MB`, `1.3GB`. Source: AOSP DebugUtils.sizeValueToString. */
function size(written: string): number {
  const [, number = '0', unit = ''] = /^(\d{1,4}(?:\.\d{1,2})?)([KMGT]B)?$/.exec(written) ?? [];
  return Math.round(Number(number) * 1024 ** UNITS.indexOf(unit));
}
