/** Silence in ms. Tests give smaller limits. */
export interface LinkLimits {
  /** Quadruples for each unanswered connection, up to `longestHelloMs`. */
  readonly helloMs: number;
  /**
   * A stopped app queues 8 connections on iOS and Linux, and one more hangs adbd. This makes eight a day; the last is
   * answered at once.
   */
  readonly longestHelloMs: number;
  /** An agent sends every 50 ms and is asked after this silence. */
  readonly askMs: number;
  /** Additional time for garbage collections and bad networks. */
  readonly giveUpMs: number;
  /** A shell on a busy phone takes seconds. */
  readonly stateMs: number;
  /** Interval during the wait for a hello. */
  readonly stateAgainMs: number;
}

export const linkLimits: LinkLimits = {
  helloMs: 5_000,
  longestHelloMs: 24 * 3_600_000,
  askMs: 5_000,
  giveUpMs: 5_000,
  stateMs: 15_000,
  stateAgainMs: 10_000,
};
