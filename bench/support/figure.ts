export interface Figure {
  /** Name of its file without `.ts`. */
  readonly bench: string;
  /** In words that fit a table, with percentile and conditions. */
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  /** Such as `<= 250`; absent for a figure only reported beside others. */
  readonly goal?: string;
  /** False as well for an undecided measurement, which `note` explains. */
  readonly pass?: boolean;
  /** Measured in the same run, under the same conditions. */
  readonly peer?: string;
  readonly peerValue?: number;
  /** Confidence interval, sample count, or the reason of an inconclusive result. */
  readonly note?: string;
}

interface BenchOptions {
  /** Length of a live capture; undefined leaves it to the bench. */
  readonly minutes: number | undefined;
  /** In a lake, a multiple of 10; undefined leaves it to the bench. */
  readonly sessions: number | undefined;
  /** Lakes of several sizes on two engines. */
  readonly isScaling: boolean;
}

/**
 * `bench` of each bench/NAME.ts. Figures are yielded when known.
 * @param say gets a line when something takes long
 */
export type Bench = (say: (line: string) => void, options: BenchOptions) => AsyncIterable<Figure>;

type Measured = Omit<Figure, 'goal' | 'pass'>;

/** @param limit in the figure's unit */
export function atMost(limit: number, measured: Measured): Figure {
  return { ...measured, goal: `<= ${limit}`, pass: measured.value <= limit };
}

/** @param limit in the figure's unit */
export function atLeast(limit: number, measured: Measured): Figure {
  return { ...measured, goal: `>= ${limit}`, pass: measured.value >= limit };
}
