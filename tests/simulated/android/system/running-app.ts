/** The demo app's process, behind what the phone's system server needs of it. */
export interface RunningApp {
  readonly pid: number;
  /**
   * Attaches an agent as ActivityThread does: as a message of the main looper, so a busy main thread is waited for.
   * @param agent `path=options` with paths of this computer
   * @returns why the runtime refused it, undefined when it took it
   */
  attachAgent(agent: string): Promise<string | undefined>;
  /** Resolves when the process has ended, however. */
  readonly ended: Promise<void>;
  /** Kills the process, as `am force-stop` does; resolves when it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts the demo app's process; resolves when its main looper runs.
 * @param agent `path=options` to load at the start, with paths of this computer
 */
export type LaunchApp<App extends RunningApp> = (agent: string | undefined) => Promise<App>;
