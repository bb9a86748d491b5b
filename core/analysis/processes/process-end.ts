import { fillIn } from '../../fill-in.ts';
import type { Run, SystemRecord } from '../../session/model/run.ts';
import { systemRecordKind } from '../../session/model/system-records.ts';
import { systemWords } from './system-words.ts';

/** Sentences for the end of a process, in English; views may translate them. `{0}` is the exit code or the signal. */
export const processEndTexts = {
  endUnknown: 'The process ended, and Android does not know why.',
  endSelf: 'The app ended itself with exit code {0}.',
  endSignal: 'Signal {0} ended the process.',
  endKilled: 'The process was killed (signal {0}); phones that do not report low memory do it so.',
  endLowMemory: 'Android ended the process because memory was low.',
  endCrash: 'The app crashed by an exception.',
  endNativeCrash: 'The app crashed in native code (signal {0}).',
  endAnr: 'Android ended the process after an ANR.',
  endStart: 'Android ended the process because its start failed or took too long.',
  endPermission: 'Android ended the process because one of its permissions changed.',
  endResources: 'Android ended the process because it used too much.',
  endUser: 'The user or a tool stopped the app.',
  endRemoved: 'The user removed the app from the recent ones.',
  endUserStopped: 'The device’s user under whom the app ran was stopped.',
  endDependency: 'Android ended the process because another one that it used had died.',
  endSystem: 'Android ended the process.',
  endCached: 'Android ended the process in the background, as it kept too many.',
  endFreezer: 'Android ended the frozen process.',
  endStateChange: 'Android ended the process because the app was changed or disabled.',
  endUpdate: 'Android ended the process because the app was updated.',
  endWithWords: '{0} ({1})',
} as const;

type ProcessEndText = keyof typeof processEndTexts;

/** Source: AOSP frameworks/base/core/java/android/app/ApplicationExitInfo.java. */
export const exitReason = { unknown: 0, signaled: 2, lowMemory: 3, crash: 4, anr: 6, userRequested: 10, other: 13 } as const;
const byReason: readonly ProcessEndText[] = [
  'endUnknown',
  'endSelf',
  'endSignal',
  'endLowMemory',
  'endCrash',
  'endNativeCrash',
  'endAnr',
  'endStart',
  'endPermission',
  'endResources',
  'endUser',
  'endUserStopped',
  'endDependency',
  'endSystem',
  'endFreezer',
  'endStateChange',
  'endUpdate',
];
/** Too many cached or empty processes, a large one, memory pressure. */
const CACHED: ReadonlySet<number> = new Set([2, 3, 4, 5, 6]);
const REMOVE_TASK = 22;
const PACKAGE_UPDATE = 25;
const SIGKILL = 9;

type End = Pick<SystemRecord, 'reason' | 'subreason' | 'status'>;

export function processEndText({ reason, subreason, status }: End): ProcessEndText {
  if (reason === exitReason.signaled && status === SIGKILL) return 'endKilled';
  if (reason === exitReason.userRequested && subreason === REMOVE_TASK) return 'endRemoved';
  if (reason === exitReason.userRequested && subreason === PACKAGE_UPDATE) return 'endUpdate';
  if (reason === exitReason.other && CACHED.has(subreason)) return 'endCached';
  return byReason[reason] ?? 'endSystem';
}

/** @param template translated by views */
export function processEndSentence(
  end: End & Pick<SystemRecord, 'text'>,
  template = (key: ProcessEndText): string => processEndTexts[key],
): string {
  const sentence = fillIn(template(processEndText(end)), [end.status]);
  const words = systemWords(end);
  return words === '' ? sentence : fillIn(template('endWithWords'), [sentence.replace(/[.。]$/u, ''), words]);
}

/** The record of a run's end. */
export function endOf({ systemRecords }: Run): SystemRecord | undefined {
  return systemRecords.findLast(({ kind }) => kind === systemRecordKind.end);
}

/** Of the log, or the reason of an end. */
export function isAnr({ kind, reason }: SystemRecord): boolean {
  return kind === systemRecordKind.anr || (kind === systemRecordKind.end && reason === exitReason.anr);
}
