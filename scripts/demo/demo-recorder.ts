/** Records the app into a session file. */
export interface Recorder {
  /** Resolves with the reason if the recording ends by itself. */
  readonly ended: Promise<string>;
  /** Ends the recording; returns the session file's path. */
  stop(): Promise<string>;
  /** Clears up, possibly with the session file. */
  close(): Promise<void>;
}
