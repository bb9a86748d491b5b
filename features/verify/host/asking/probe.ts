import type { CleanedSeen } from '../../core/report/cleaned.ts';
import type { Reason } from '../../core/report/field-report.ts';

/** A reason for no observation; also thrown. */
export class Untried extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

/** @param from such as a phone with its app, or a capture */
export type Probe<From> = (from: From) => Promise<CleanedSeen>;
export type Probes<Id extends string, From> = Readonly<Record<Id, Probe<From>>>;
