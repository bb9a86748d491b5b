import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ResourceLimits } from 'node:worker_threads';
import { messageOf } from '../core/errors.ts';
import { guarded } from '../core/guarded.ts';
import type { StartedProgram, WorkerEvents } from './start-worker.ts';

/**
 * As `startWorker`, in a process of its own: native code that a crafted file crashes ends that process, not the editor. The program is this
 * one's own executable.
 */
export function startChild<Message>(program: URL, limits: ResourceLimits, { heard, ended }: WorkerEvents<Message>): StartedProgram {
  const child = fork(fileURLToPath(program), [], {
    serialization: 'advanced',
    execPath: process.execPath,
    execArgv: [`--max-old-space-size=${limits.maxOldGenerationSizeMb ?? 512}`],
    // VS Code's executable is Electron.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const failed = (error: unknown): void => ended(`Laglens made a mistake: ${messageOf(error)}`);
  child.on('message', guarded(heard, failed));
  child.on(
    'error',
    guarded((error: Error) => ended(messageOf(error)), failed),
  );
  child.on(
    'exit',
    guarded(
      (code: number | null, signal: string | null) => ended(`it ended ${signal === null ? `with code ${code}` : `by ${signal}`}`),
      failed,
    ),
  );
  return {
    // Buffers are copied.
    postMessage: (message) => {
      child.send(message);
    },
    terminate: async () => child.kill('SIGKILL'),
    ref: () => {
      child.ref();
      child.channel?.ref();
    },
    unref: () => {
      child.unref();
      child.channel?.unref();
    },
  };
}
