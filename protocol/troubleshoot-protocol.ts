/** The page of troubleshooting draws what the extension sends, whole and translated. */
export interface ShownButton {
  /** Sent back when pressed. */
  readonly id: string;
  readonly label: string;
  readonly isPrimary?: boolean;
}

export type Sign = 'ok' | 'warning' | 'failed' | 'skipped' | 'running';

export interface ShownRow {
  /** Stable over updates. */
  readonly id: string;
  readonly sign: Sign;
  /** The sign in words. */
  readonly verdict: string;
  readonly title: string;
  readonly text: string;
  readonly next?: string;
  readonly output?: { readonly label: string; readonly text: string };
  readonly buttons: readonly ShownButton[];
}

/** One of three illustrated steps. */
export interface ShownGuideStep {
  readonly step: 'cable' | 'debugging' | 'allow';
  readonly state: 'done' | 'current' | 'ahead';
  /** The sign of a done step in words. */
  readonly done?: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** A missing tool of this computer. */
  readonly obstacle?: string;
  readonly buttons: readonly ShownButton[];
}

/** Illustrated steps that connect a phone. */
export interface ShownGuide {
  readonly label: string;
  readonly steps: readonly ShownGuideStep[];
  readonly waiting: string;
  readonly others: string;
  readonly buttons: readonly ShownButton[];
  /** Advice for a special case. */
  readonly more?: { readonly label: string; readonly text: string };
}

export interface ShownChecks {
  readonly sign: Sign;
  /** Read out when it changes. */
  readonly headline: string;
  /** The next step after the headline, if any. */
  readonly leading: readonly ShownButton[];
  readonly tools: readonly ShownButton[];
  readonly guide?: ShownGuide;
  /** Name of the list. */
  readonly listLabel: string;
  readonly rows: readonly ShownRow[];
  /** Steps that were not tried, in one line. */
  readonly untried?: string;
}

export interface ToTroubleshoot {
  readonly type: 'checks';
  readonly checks: ShownChecks;
}
