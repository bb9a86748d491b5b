/** The page of a comparison draws what the extension sends, whole and translated. */
export interface ShownComparison {
  /** The summary in one sentence. */
  readonly sentence: string;
  readonly swap: { readonly label: string; readonly title: string };
  /** Baseline, then the sessions that are compared with it. */
  readonly sides: readonly [ShownSide, ShownSide];
  readonly tables: readonly ShownTable[];
}

export interface ShownSide {
  readonly role: string;
  /** How many, how long. */
  readonly about: string;
  readonly sessions: readonly { readonly label: string; readonly title: string }[];
}

export interface ShownTable {
  readonly label: string;
  /** Explains the columns. */
  readonly note: string;
  readonly head: readonly ShownCell[];
  readonly rows: readonly (readonly ShownCell[])[];
  /** Instead of rows. */
  readonly nothing: string;
}

export interface ShownCell {
  readonly text: string;
  readonly title?: string;
  readonly kind?: 'number' | 'more' | 'less' | 'muted';
  /** Key of a source that a press opens. */
  readonly opens?: string;
}

export interface ToComparison {
  readonly type: 'comparison';
  readonly comparison: ShownComparison;
}
