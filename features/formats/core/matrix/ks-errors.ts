import { field, numberField, textField } from '../../../../core/text/json-fields.ts';
import { hangUs } from '../field/assumed-lengths.ts';
import { measuredUs } from '../field/measured.ts';
import type { ImportReport } from '../import/import-report.ts';

/** Names and reasons by which monitors in apps report a hang: KSCrash's deadlock, “App hanging for at least 2000 ms.” of Sentry, Bugsnag's. */
const HANG =
  /\bdeadlock|\bapp[ _-]?hang(?:s|ing)?\b|\bANR\b|\bmain thread (?:is |was |has )?(?:blocked|hung|hanging|unresponsive|not respond|stuck)|\bfailed to respond to an event\b/i;
/** “at least 2000 ms”, “within 2,000 milliseconds” */
const LENGTH = /\b(?:for|within|least|after) (\d[\d.,' ]{0,12}?) ?([a-z]{1,12})\b/i;
const MOST_LETTERS = 500;

/** Kind of a KSCrash report, as in “KSCrash: signal SIGABRT”. */
export function ksTitle(error: unknown): string {
  if (field(error, 'hang') !== undefined) return 'KSCrash: hang';
  const type = textField(error, 'type') || 'report';
  const signal = textField(field(error, 'signal'), 'name');
  const reason = textField(error, 'reason');
  const parts = [`KSCrash: ${type}`, type === 'signal' || type === 'mach' ? signal : reason.slice(0, 200)];
  return parts.filter((part) => part !== '').join(' ');
}

/** Length of a reported hang, by KSCrash's `hang` field, by the reason's words, or assumed; undefined for other errors. */
export function ksHangUs(error: unknown, report: ImportReport): number | undefined {
  const hang = field(error, 'hang');
  const begin = numberField(hang, 'hang_start_nanos');
  const end = numberField(hang, 'hang_end_nanos');
  if (begin !== undefined && end !== undefined && end > begin) return (end - begin) / 1_000;
  const names = [
    textField(error, 'type'),
    textField(field(error, 'user_reported'), 'name'),
    textField(field(error, 'nsexception'), 'name'),
  ];
  const reason = textField(error, 'reason').slice(0, MOST_LETTERS);
  if (hang === undefined && ![...names, reason].some((text) => HANG.test(text.slice(0, MOST_LETTERS)))) return undefined;
  const [, number = '', unit = ''] = LENGTH.exec(reason) ?? [];
  return hangUs(measuredUs(`${number} ${unit}`), 'monitor', report);
}
