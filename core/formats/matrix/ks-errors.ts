import { field, numberField, textField } from '../import/json.ts';

/** Kind of a KSCrash report, as in “KSCrash: signal SIGABRT”. */
export function ksTitle(error: unknown): string {
  if (field(error, 'hang') !== undefined) return 'KSCrash: hang';
  const type = textField(error, 'type') || 'report';
  const signal = textField(field(error, 'signal'), 'name');
  const reason = textField(error, 'reason');
  const parts = [`KSCrash: ${type}`, type === 'signal' || type === 'mach' ? signal : reason.slice(0, 200)];
  return parts.filter((part) => part !== '').join(' ');
}

/** Length of KSCrash's `hang` field; undefined if there is none. */
export function ksHangUs(error: unknown): number | undefined {
  const hang = field(error, 'hang');
  const begin = numberField(hang, 'hang_start_nanos');
  const end = numberField(hang, 'hang_end_nanos');
  return begin === undefined || end === undefined || end <= begin ? undefined : (end - begin) / 1_000;
}
