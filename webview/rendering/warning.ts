/** A limit of data quality. */
export interface Warning {
  /** Stable, also for tests. */
  readonly code: string;
  readonly text: string;
  readonly serious: boolean;
  /** For a tooltip. */
  readonly details?: string;
}
