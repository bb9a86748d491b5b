import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** An app's process on the simulated device, one of this computer. */
export interface RunningApp {
  readonly pid: number;
  /** Exit code or signal. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** @param signal SIGKILL as by jetsam and process control; SIGSTOP suspends */
  kill(signal: NodeJS.Signals): void;
}

interface LaunchRequest {
  readonly bundleId: string;
  /** The app's folder as a path of this computer. */
  readonly folder: string;
  /** Its main executable likewise. */
  readonly executable: string;
  /** The app's data container, its home, likewise. */
  readonly home: string;
  /** Its whole environment but the home. */
  readonly environment: Readonly<Record<string, string>>;
  readonly arguments: readonly string[];
  /** Gets each printed line. */
  readonly printed: (line: string) => void;
}

/** @throws Error if it can't be started at all */
export type LaunchApp = (request: LaunchRequest) => Promise<RunningApp>;

/**
 * Starts apps by a loader: `COMMAND… --home DIR --bundle-id ID EXECUTABLE ARGUMENT…`.
 * @param command the loader after its prefix (`qemu-aarch64 …`)
 */
export function launchWith(...command: readonly string[]): LaunchApp {
  return async ({ bundleId, executable, home, environment, arguments: argv, printed }) => {
    const [program = '', ...before] = command;
    const child = spawn(program, [...before, '--home', home, '--bundle-id', bundleId, executable, ...argv], {
      cwd: home,
      // Only what starting a program takes of this computer.
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
