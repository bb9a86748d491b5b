import type { FactResult, FieldCapture, FieldDevice } from '../core/report/field-report.ts';

/** What a run of the kit gathers, before the report's head. */
export interface FieldRun {
  readonly device: FieldDevice;
  readonly facts: readonly FactResult[];
  readonly capture: FieldCapture | undefined;
}

export interface RunOptions {
  /** The person's own app; else the sample app. */
  readonly app: string | undefined;
  /** Version of Laglens. */
  readonly version: string;
  /** Length of the capture. */
  readonly seconds: number;
  /** Ends all; the device is as it was before. */
  readonly signal: AbortSignal;
  /** Steps, and reasons for what is not tried. */
  say(line: string): void;
  onResult(result: FactResult): void;
}
