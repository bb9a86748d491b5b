import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A process of an app on the simulated device: a process of this computer. */
export interface RunningApp {
  readonly pid: number;
  /** Settles when the process is over: its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** @param signal SIGKILL is what jetsam and process control use; SIGSTOP suspends */
  kill(signal: NodeJS.Signals): void;
}

export interface LaunchRequest {
  readonly bundleId: string;
  /** The app's folder as a path of this computer. */
  readonly folder: string;
  /** Its main executable likewise. */
  readonly executable: string;
  /** The app's data container likewise: its home. */
  readonly home: string;
  /** All that the process finds in its environment but the home. */
  readonly environment: Readonly<Record<string, string>>;
  readonly arguments: readonly string[];
  /** Given each line that the process prints. */
  readonly printed: (line: string) => void;
}

/** Starts an app's process. @throws Error when it can't be started at all */
export type LaunchApp = (request: LaunchRequest) => Promise<RunningApp>;

/**
 * Starts apps by a loader: `COMMAND… --home DIR --bundle-id ID EXECUTABLE ARGUMENT…`.
 * @param command the loader and what comes before it (`qemu-aarch64 …`)
 */
export function launchWith(...command: readonly string[]): LaunchApp {
  return async ({ bundleId, executable, home, environment, arguments: argv, printed }) => {
    const [program = '', ...before] = command;
    const child = spawn(program, [...before, '--home', home, '--bundle-id', bundleId, executable, ...argv], {
      cwd: home,
      // Nothing of this computer's but what starting a program takes.
      env: { PATH: process.env.PATH, HOME: home, CFFIXED_USER_HOME: home, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', printed);
    await once(child, 'spawn');
    return runningChild(child);
  };
}

function runningChild(child: ChildProcess): RunningApp {
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code ?? 0));
  });
  return { pid: child.pid ?? 0, ended, kill: (signal) => void child.kill(signal) };
}
