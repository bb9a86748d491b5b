import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { LaglensError } from '../core/errors.ts';
import { guarded } from '../core/guarded.ts';
import { Deferred } from '../host/deferred.ts';
import type { Terminal } from './terminal.ts';

/** After SIGTERM. */
const KILL_AFTER_MS = 5_000;
/** Shells add it to the number of the signal that ended a command. */
const SIGNAL_CODE = 128;

export interface ScenarioEnd {
  /** Exit code as a shell gives it. */
  readonly code: number;
  /** The time was over or the user interrupted. */
  readonly isCutShort: boolean;
}

/**
 * Runs the user's own command in the system's shell, with its output on standard error, until it or the signal ends. Its whole process group
 * gets SIGTERM then, and SIGKILL if the shell is still there five seconds later. Windows knows no such request: there the shell and its
 * children end at once.
 * @throws LaglensError `usage` if no shell starts
 */
export async function runScenario(command: string, { folder, environment }: Terminal, over: AbortSignal): Promise<ScenarioEnd> {
  // A group of its own, so that programs behind the shell end, too.
  const detached = process.platform !== 'win32';
  const child = spawn(command, { shell: true, cwd: folder, env: environment, detached, stdio: ['ignore', 2, 2] });
  const ended = new Deferred<ScenarioEnd>();
  child.on('error', (cause) => ended.reject(notStarted(command, cause)));
  const exit = (code: number | null, signal: NodeJS.Signals | null): void =>
    ended.resolve({ code: code ?? SIGNAL_CODE + (signal === null ? 0 : constants.signals[signal]), isCutShort: over.aborted });
  const fail = (error: unknown): void => ended.reject(error);
  child.on('exit', guarded(exit, fail));
  let killer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    endGroup(child, 'SIGTERM');
    killer = setTimeout(
      guarded(() => endGroup(child, 'SIGKILL'), fail),
      KILL_AFTER_MS,
    );
  };
  const stopped = guarded(stop, fail);
  over.addEventListener('abort', stopped, { once: true });
  if (over.aborted) stopped();
  try {
    return await ended.promise;
  } finally {
    clearTimeout(killer);
    over.removeEventListener('abort', stopped);
  }
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform !== 'win32') process.kill(-pid, signal);
  // Without taskkill the shell alone ends.
  else execFile('taskkill', ['/PID', String(pid), '/T', '/F'], (error) => error !== null && child.kill(signal));
}

function notStarted(command: string, cause: Error): LaglensError {
  return new LaglensError({
    code: 'usage',
    message: `The scenario “${command}” could not be started: ${cause.message}.`,
    next: 'Try the command in a shell in this folder.',
    cause,
  });
}
