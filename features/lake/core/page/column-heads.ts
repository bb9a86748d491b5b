import { phrase } from '../../../../core/text/phrase.ts';

/** Columns of the ready questions' answers, in words. */
const heads: Readonly<Record<string, string>> = {
  app: phrase`app`,
  before: phrase`before`,
  cause: phrase`cause`,
  day: phrase`day`,
  device: phrase`device`,
  label: phrase`label`,
  lags: phrase`lags`,
  ms: phrase`ms`,
  ms_per_minute: phrase`ms per minute`,
  percent: phrase`percent`,
  percent_held: phrase`percent held`,
  reports: phrase`reports`,
  saved_ms_per_minute: phrase`saved ms per minute`,
  screen: phrase`screen`,
  sessions: phrase`sessions`,
  version: phrase`version`,
  was_ms_per_minute: phrase`was ms per minute`,
  worst_ms: phrase`worst ms`,
};

/** A column's name as words. */
export function columnHead(name: string): string {
  return (Object.hasOwn(heads, name) ? heads[name] : undefined) ?? name.replaceAll('_', ' ');
}
