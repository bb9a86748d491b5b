/** The thread that ended a wait. */
export interface WaitEnd {
  /** Row of `model.threads`. */
  readonly thread: number;
  /** Its stack then: row of `model.nodes`, 0 if unknown. */
  readonly node: number;
  /** It held the object to the end. Otherwise the thread is likely. */
  readonly isCertain: boolean;
}
