import type { Message } from '../../wire/schema.ts';
import { fittedTexts } from '../limits/text-length.ts';
import type { SessionRuns } from './session-runs.ts';

export const systemRecordKind = { anr: 1, end: 2, power: 3 } as const;

/** Of any run, even an ended one. False without it, or beyond the bound. */
export function addSystemRecord(runs: SessionRuns, message: Message<'systemRecord'>): boolean {
  const run = runs.all[message.run];
  if (run === undefined || !runs.budgets.systemRecords.takes()) return false;
  const { type: _, run: __, ...record } = fittedTexts(message, runs.budgets.letters);
  run.systemRecords.push({ ...record, atUs: runs.atUs(run, message.atUs) });
  return true;
}
