/** The demo app's process for the phone's system server. */
export interface RunningApp {
  readonly pid: number;
  /**
   * Attaches an agent as ActivityThread does: as a message of the main looper, so it waits for a busy main thread.
   * @param agent `path=options` with paths of this computer
   * @returns the runtime's reason for a refusal
   */
  attachAgent(agent: string): Promise<string | undefined>;
  /** Resolves when the process has ended, however. */
  readonly ended: Promise<void>;
  /** Kills the process, as `am force-stop` does; resolves at its end. */
  stop(): Promise<void>;
}

/**
 * Starts the demo app's process; resolves when its main looper runs.
 * @param agent `path=options` to load at the start, with paths of this computer
 */
export type LaunchApp<App extends RunningApp> = (agent: string | undefined) => Promise<App>;
