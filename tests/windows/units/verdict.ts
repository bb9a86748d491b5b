/** One test inside of a file. */
export interface Verdict {
  /** Its own name behind those of the tests around it. */
  readonly name: string;
  readonly passed: boolean;
  readonly skipped: boolean;
  /** Message and stack, if it failed. */
  readonly failure: string;
}

/** One file's run in a thread of Windows' Node, as one line of the result. */
export interface FileRun {
  /** From the checkout's root, with slashes. */
  readonly file: string;
  readonly verdicts: readonly Verdict[];
  /** Why the thread ended before its tests did; empty if it did not. */
  readonly broke: string;
  readonly ms: number;
}

/** The order for Windows' Node. Paths are Windows' own. */
export interface Plan {
  readonly root: string;
  readonly files: readonly string[];
  /** Gets a line of JSON per file, as standard output of Node for Windows cannot be a pipe under Wine. */
  readonly result: string;
  readonly lanes: number;
  readonly fileMs: number;
}

/** Begins the lines of `verdict-reporter.ts` in a thread's output. */
export const MARK = '@verdict ';
