import { exitReason } from '../../../../core/analysis/processes/process-end.ts';
import { systemRecordKind } from '../../../../core/session/model/system-records.ts';
import type { SystemRecord } from '../../device.ts';
import type { ProcessRecord } from './exit-info.ts';
import { recordText } from './record-text.ts';

/** Source: AOSP frameworks/base/services/core/java/com/android/server/am/EventLogTags.logtags, the same in Android 9 to 16. */
export const eventTags = ['am_anr', 'am_crash', 'am_kill', 'am_proc_died'] as const;
/** lmkd's tag in the main log. `am_low_memory` names no process. */
export const memoryTag = 'lowmemorykiller';

const LINE = /^ *(\d{1,11}\.\d{3}) +\d+ +\d+ I (am_\w+) *: \[(.*)\]\s*$/gm;

/** Several events about one end: the crash, the kill, the death. The first says why. */
export interface EventRecords {
  readonly anrs: readonly ProcessRecord[];
  readonly ends: readonly ProcessRecord[];
}

/**
 * Source: AOSP lmkd.c, kill_one_process. Android 9 writes `Killing 'NAME' (PID), uid UID, adj ADJ` and a second line, 10 one line that begins
 * with `Kill`. Not verified on hardware.
 */
const MEMORY_LINE = /^ *(\d{1,11}\.\d{3}) +\d+ +\d+ [A-Z] lowmemorykiller *: (Kill(?:ing)? '(.{0,400}?)' \((\d{1,9})\), uid \d+.*)$/gm;

/** @param output of `logcat -v epoch`, of events and of lmkd */
export function parseEvents(output: string): EventRecords {
  const records = [...output.matchAll(LINE)].flatMap(([, seconds, tag = '', fields = '']) => {
    const record = parseEvent(tag, fields.split(','), Math.round(Number(seconds) * 1e6));
    return record === undefined ? [] : [record];
  });
  return {
    anrs: records.filter(({ kind }) => kind === systemRecordKind.anr),
    ends: [...memoryKills(output), ...records.filter(({ kind }) => kind === systemRecordKind.end)],
  };
}

function memoryKills(output: string): readonly ProcessRecord[] {
  return [...output.matchAll(MEMORY_LINE)].map(([, seconds, words = '', process = '', pid]) => {
    const who = { pid: Number(pid), process, wallUs: Math.round(Number(seconds) * 1e6) };
    return { ...unknown, ...who, kind: systemRecordKind.end, reason: exitReason.lowMemory, text: recordText(words) };
  });
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

/**
 * Words of AOSP ActivityManagerService, ActivityStackSupervisor and AppErrors, and of RootWindowContainer.reclaimSomeSurfaceMemory; others are
 * the system's own reasons.
 */
function killed(record: ProcessRecord): ProcessRecord {
  const { text } = record;
  if (/\banr\b/i.test(text)) return { ...record, reason: exitReason.anr };
  if (/^crash|^error\b/i.test(text)) return { ...record, reason: exitReason.crash };
  if (/^(?:stop \S+ due to|remove task|user request)/.test(text)) return { ...record, reason: exitReason.userRequested };
  if (text === 'Free memory') return { ...record, reason: exitReason.lowMemory };
  return { ...record, reason: exitReason.other };
}

/** The reason of a death on phones without `exit-info`; of several events the one that says most. */
export function tellingEnd(ends: readonly SystemRecord[]): SystemRecord | undefined {
  return ends.find(({ reason }) => reason !== exitReason.unknown) ?? ends[0];
}
