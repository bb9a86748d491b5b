import type { ImportReport } from '../import/import-report.ts';

interface AssumedLength {
  readonly us: number;
  /** For people, with its source. */
  readonly sentence: string;
}

/** Lengths of hangs whose reports have none. A hang of unknown length is a lag, not a moment. */
const assumed = {
  matrix: { us: 2_000_000, sentence: 'Blocks of main last 2 s, Matrix’s usual threshold: its reports have no length.' },
  monitor: {
    us: 2_000_000,
    sentence: 'A hang without a length lasts 2 s, the usual limit of monitors in apps; it may have lasted longer.',
  },
  metricKit: { us: 250_000, sentence: 'A hang without a readable length lasts 250 ms, Apple’s least for one; it may have lasted longer.' },
  launch: { us: 250_000, sentence: 'A slow launch without a readable length lasts 250 ms; it may have lasted longer.' },
  watchdog: { us: 10_000_000, sentence: 'The watchdog waited 10 s, its usual allowance: the report has no length.' },
  spindump: { us: 250_000, sentence: 'A hang without a readable length lasts 250 ms, Apple’s least for one; it may have lasted longer.' },
} as const satisfies Record<string, AssumedLength>;

/** The length of a reported hang; an assumed one is named in the import report. */
export function hangUs(measured: number | undefined, source: keyof typeof assumed, report: ImportReport): number {
  if (measured !== undefined && measured > 0) return measured;
  report.assumed(assumed[source].sentence);
  return assumed[source].us;
}

/** True for a report's event or reason in which main did not respond. */
export function isHangEvent(event: string): boolean {
  return /hang|spin|unresponsive|watchdog|force quit/i.test(event.slice(0, 1_000));
}
