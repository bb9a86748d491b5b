/** How long a link to an agent may be silent, in ms. Tests give smaller ones. */
export interface LinkLimits {
  /** For a hello. Four times as long for each further connection that an app takes but does not greet, up to `longestHelloMs`. */
  readonly helloMs: number;
  /**
   * The system queues connections to a stopped app until it goes on; agents on iOS and Linux have room for 8, and adbd itself hangs at
   * one more. So few are made, eight in a day, and the last one is answered at once.
   */
  readonly longestHelloMs: number;
  /** An agent speaks every 50 ms. After this silence it is asked to. */
  readonly askMs: number;
  /** So much longer, and the connection is given up. An app in a long garbage collection, or on a bad network, needs the time. */
  readonly giveUpMs: number;
  /** For the answer whether the process still runs: a shell on a busy phone takes seconds. */
  readonly stateMs: number;
  /** How often that is asked while a connection waits for its hello. */
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
