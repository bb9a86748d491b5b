import { exitReason } from '../../../../core/analysis/processes/process-end.ts';
import { systemRecordKind } from '../../../../core/session/model/system-records.ts';
import type { SystemRecord } from '../../device.ts';
import type { ProcessRecord } from './exit-info.ts';
import { recordText } from './record-text.ts';

/** Source: AOSP frameworks/base/services/core/java/com/android/server/am/EventLogTags.logtags, the same in Android 9 to 16. */
export const eventTags = ['am_anr', 'am_crash', 'am_kill', 'am_proc_died'] as const;

const LINE = /^ *(\d{1,11}\.\d{3}) +\d+ +\d+ I (am_\w+) *: \[(.*)\]\s*$/gm;

/** Several events about one end: the crash, the kill, the death. The first says why. */
export interface EventRecords {
  readonly anrs: readonly ProcessRecord[];
  readonly ends: readonly ProcessRecord[];
}

/** @param output of `logcat -b events -v epoch` */
export function parseEvents(output: string): EventRecords {
  const records = [...output.matchAll(LINE)].flatMap(([, seconds, tag = '', fields = '']) => {
    const record = parseEvent(tag, fields.split(','), Math.round(Number(seconds) * 1e6));
    return record === undefined ? [] : [record];
  });
  return {
    anrs: records.filter(({ kind }) => kind === systemRecordKind.anr),
    ends: records.filter(({ kind }) => kind === systemRecordKind.end),
  };
}

function parseEvent(tag: string, [, pid = '', process = '', ...more]: readonly string[], wallUs: number): ProcessRecord | undefined {
  if (!/^\d{1,9}$/.test(pid)) return undefined;
  const record = { ...unknown, pid: Number(pid), process, wallUs };
  const end = { ...record, kind: systemRecordKind.end };
  switch (tag) {
    // Flags, reason; the reason may contain commas.
    case 'am_anr':
      return { ...record, kind: systemRecordKind.anr, text: recordText(more.slice(1).join(',')) };
    // Flags, class of the exception, message, file, line, from 13 on whether the app may go on.
    case 'am_crash':
      return { ...end, reason: exitReason.crash, text: recordText(more.slice(1).join(', ')) };
    // Urgency, reason, from 12 on its memory.
    case 'am_kill':
      return killed({ ...end, text: recordText(more.slice(1).join(',').replace(/,\d+$/, '')) });
    case 'am_proc_died':
      return { ...end, reason: exitReason.unknown };
    default:
      return undefined;
  }
}

const unknown = { reason: 0, subreason: 0, status: 0, importance: 0, pssBytes: 0, rssBytes: 0, trace: 0, text: '' };

/** Words of AOSP ActivityManagerService, ActivityStackSupervisor and AppErrors; others are the system's own reasons. */
function killed(record: ProcessRecord): ProcessRecord {
  const { text } = record;
  if (/\banr\b/i.test(text)) return { ...record, reason: exitReason.anr };
  if (/^crash|^error\b/i.test(text)) return { ...record, reason: exitReason.crash };
  if (/^(?:stop \S+ due to|remove task|user request)/.test(text)) return { ...record, reason: exitReason.userRequested };
  return { ...record, reason: exitReason.other };
}

/** The reason of a death on phones without `exit-info`; of several events the one that says most. */
export function tellingEnd(ends: readonly SystemRecord[]): SystemRecord | undefined {
  return ends.find(({ reason }) => reason !== exitReason.unknown) ?? ends[0];
}
