/** How a soak is run. */
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

/** What one round came to. */
export interface SoakRound {
  readonly isGood: boolean;
  /** One line for people. */
  readonly text: string;
}

/** Each file `tests/soak/NAME.ts` that can be run exports one as its default; and `rounds`, when it has only so many. */
export type Soak = (options: SoakOptions) => Promise<void>;
