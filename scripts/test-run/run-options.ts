export interface RunOptions {
  /** The checkout's root, which paths are relative to. */
  readonly root: string;
  /** Of one test on a computer that does nothing else, as the next. */
  readonly testMs: number;
  /** Of one file; its process is ended then, which fails it. */
  readonly fileMs: number;
  /** Hears of each file whose tests all passed. */
  readonly passed?: (file: string) => void;
  /** Ends the run: all processes of tests. */
  readonly signal?: AbortSignal;
}
