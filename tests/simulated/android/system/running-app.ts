import type { Priority } from './phone-log.ts';

/** The process of an app that really runs, for the phone's system server. */
export interface RunningApp {
  readonly pid: number;
  /**
   * Attaches an agent as ActivityThread does: as a message of the main looper, so it waits for a busy main thread.
   * @param agent `path=options` with paths of this computer
   * @returns the runtime's reason for a refusal
   */
  attachAgent(agent: string): Promise<string | undefined>;
  /** Its activity is started again, while it is in front. */
  startAgain?(): Promise<void>;
  /** Resolves when the process has ended, however. */
  readonly ended: Promise<void>;
  /** Kills the process, as `am force-stop` does; resolves at its end. */
  stop(): Promise<void>;
}

/** A start of an app's process. */
export interface Launch {
  readonly package: string;
  /** Its APK on this computer, if it was installed from one. */
  readonly apk: string;
  /** Its folder for caches, on this computer. */
  readonly cache: string;
  /** Writes a line of the process into the phone's log. */
  readonly log: (priority: Priority, tag: string, pid: number, text: string) => void;
}

/**
 * Starts an app's process; resolves when its main looper runs.
 * @param agent `path=options` to load at the start, with paths of this computer
 */
export type LaunchApp<App extends RunningApp> = (agent: string | undefined, launch: Launch) => Promise<App>;
