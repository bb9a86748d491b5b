/** One measured figure: a row of `npm run bench`, or a line of its `--json`. */
export interface Figure {
  /** The bench's name: its file's name without `.ts`. */
  readonly bench: string;
  /** What was measured, in words that fit a table, with percentile and conditions. */
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  /** What the value should reach, such as `<= 250`; absent for a figure that is only reported beside others. */
  readonly goal?: string;
  /** Whether the goal was reached. False as well when the measurement could not decide it; then `note` says so. */
  readonly pass?: boolean;
  /** Who was measured beside it in the same run, under the same conditions. */
  readonly peer?: string;
  /** The peer's figure in the same unit. */
  readonly peerValue?: number;
  /** Confidence interval, sample count, or why it is inconclusive. */
  readonly note?: string;
}

/** What whoever runs a bench may ask for. */
export interface BenchOptions {
  /** How long a live capture is watched; undefined leaves it to the bench. */
  readonly minutes: number | undefined;
}

/**
 * What each bench/NAME.ts exports as `bench`. Figures are yielded as they are known.
 * @param say is given a line whenever something takes long
 */
export type Bench = (say: (line: string) => void, options: BenchOptions) => AsyncIterable<Figure>;

type Measured = Omit<Figure, 'goal' | 'pass'>;

/** A figure that should not be above a limit (in the figure's unit). */
export function atMost(limit: number, measured: Measured): Figure {
  return { ...measured, goal: `<= ${limit}`, pass: measured.value <= limit };
}

/** A figure that should not be below a limit (in the figure's unit). */
export function atLeast(limit: number, measured: Measured): Figure {
  return { ...measured, goal: `>= ${limit}`, pass: measured.value >= limit };
}
