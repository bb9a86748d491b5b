export interface SoakOptions {
  /** Same seed, same moments. */
  readonly seed: number;
  /** Rounds to do. */
  readonly count: number;
  /** Progress that is no result. */
  say(line: string): void;
  /** Called once for each round. */
  round(done: SoakRound): void;
}

export interface SoakRound {
  readonly isGood: boolean;
  /** One line for people. */
  readonly text: string;
}

/** The default export of each `tests/soak/NAME.ts`; `rounds` limits their number. */
export type Soak = (options: SoakOptions) => Promise<void>;
