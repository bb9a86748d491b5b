import type { Message } from '../../wire/schema.ts';

/** Sums of the agent's reports. */
export class Overhead {
  /** All else is 0 before the first. */
  reports = 0;
  lastUs = 0;
  cpuUs = 0;
  rounds = 0;
  walks = 0;
  walkUs = 0;
  skipped = 0;
  lateRounds = 0;
  /** Highest fill of the send ring. */
  ringBytes = 0;
  /** Last reported; see `overhead` of the protocol. */
  nodes = 0;
  methods = 0;
  /** All bits of `full` ever reported. */
  full = 0;

  add(atUs: number, report: Message<'overhead'>): void {
    this.reports++;
    this.lastUs = atUs;
    for (const key of ['cpuUs', 'rounds', 'walks', 'walkUs', 'skipped', 'lateRounds'] as const) this[key] += report[key];
    this.ringBytes = Math.max(this.ringBytes, report.ringBytes);
    for (const key of ['nodes', 'methods'] as const) this[key] = report[key];
    this.full |= report.full;
  }
}
