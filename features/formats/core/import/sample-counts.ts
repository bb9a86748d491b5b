import type { ImportReport } from './import-report.ts';

/** From here on counts are microseconds: so many samples would take three hours. */
const MOST_SAMPLES = 1_000_000;
/** The usual interval of samplers. */
const INTERVAL_US = 10_000;

/** Microseconds of one count where a file does not say what it counts. */
export function countUs(sum: number, report: ImportReport): number {
  if (sum >= MOST_SAMPLES) {
    report.assumed('Counts are microseconds: there are a million and more.');
    return 1;
  }
  report.assumed('Counts are samples, one each 10 ms: the file does not say.');
  return INTERVAL_US;
}
