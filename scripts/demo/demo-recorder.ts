/** Something that records the app into a session file. */
export interface Recorder {
  /** Resolves when the recording ended without being asked to: the reason. */
  readonly ended: Promise<string>;
  /** Ends the recording and gives the path of the session file. */
  stop(): Promise<string>;
  /** Clears away what recorded; the session file may go with it. */
  close(): Promise<void>;
}
